// The kernels in JavaScript, as one writes them there. Numbers stay below 2**53, where they are
// exact; decimals are BigInts of hundredths, which no operation rounds.
"use strict";
const readline = require("readline");

function fib(n) {
  return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

function nested_sum(n) {
  let total = 0;
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) total += (i * j) % 7;
  return total;
}

function primes_below(n) {
  const sieve = [];
  for (let i = 0; i < n; i++) sieve.push(true);
  let found = 0;
  for (let i = 2; i < n; i++) {
    if (sieve[i]) {
      found++;
      for (let k = i * i; k < n; k += i) sieve[k] = false;
    }
  }
  return found;
}

function commonest(text) {
  const counts = new Map();
  for (const word of text.split(" ")) counts.set(word, (counts.get(word) ?? 0) + 1);
  let best = 0;
  for (const times of counts.values()) if (times > best) best = times;
  return best;
}

function total_of_lines(n) {
  const lines = [];
  for (let i = 0; i < n; i++) lines.push({ quantity: i % 9 + 1, price: 25n + BigInt(i % 100) * 100n });
  let total = 0n;
  for (const line of lines) total += line.price * BigInt(line.quantity);
  return `${total / 100n}.${String(total % 100n).padStart(2, "0")}`;
}

function longest_collatz(n) {
  let most = 0;
  for (let start = 1; start < n; start++) {
    let x = start;
    let steps = 0;
    while (x !== 1) {
      x = x % 2 === 0 ? x / 2 : 3 * x + 1;
      steps++;
    }
    if (steps > most) most = steps;
  }
  return most;
}

const kernels = { fib, nested_sum, primes_below, commonest, total_of_lines, longest_collatz };

function words(count) {
  const parts = [];
  for (let n = 0; n < count; n++) parts.push(`w${Number((BigInt(n) * BigInt(n) * 7919n) % 10007n)}`);
  return Buffer.from(parts.join(" "), "latin1").toString("latin1");
}

let ready = {};
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const { kernel, argument } = JSON.parse(line);
  const key = `${kernel} ${argument}`;
  if (!(key in ready)) ready = { [key]: kernel === "commonest" ? words(argument) : argument };
  const before = process.cpuUsage();
  const value = kernels[kernel](ready[key]);
  const used = process.cpuUsage(before);
  console.log(JSON.stringify({ seconds: (used.user + used.system) / 1e6, value: String(value) }));
});
