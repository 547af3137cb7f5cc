// The job in plainjob; run as `node plainjob.mjs FOLDER COUNT FULL|NORMAL`: how commits are flushed.
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const installed = createRequire(join(import.meta.dirname, ".peers", "package.json"));
const Database = installed("better-sqlite3");
const { better, defineQueue, defineWorker } = await import(
  pathToFileURL(installed.resolve("plainjob")).href
);

const [folder, countText, synchronous] = process.argv.slice(2);
const count = Number(countText);
const silent = { error() {}, warn() {}, info() {}, debug() {} };

const database = new Database(join(folder, "plainjob.db"));
const queue = defineQueue({ connection: better(database), logger: silent });
database.pragma(`synchronous = ${synchronous}`);
database.exec(
  "CREATE TABLE counter (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, value INTEGER)",
);
const add = database.prepare("INSERT INTO counter (name, value) VALUES (?, 0)");
for (let number = 0; number < 100; number++) add.run(`counter ${number}`);
const update = database.prepare("UPDATE counter SET value = ? WHERE name = ?");

const began = performance.now();
for (let number = 0; number < count; number++) {
  queue.add("set", { name: `counter ${number % 100}`, value: number });
}
const emitted = performance.now();
let done = 0;
await new Promise((resolve) => {
  const worker = defineWorker(
    "set",
    (job) => {
      const { name, value } = JSON.parse(job.data);
      update.run(value, name);
    },
    {
      queue,
      logger: silent,
      pollIntervall: 1,
      onCompleted: () => {
        done += 1;
        if (done === count) resolve();
      },
    },
  );
  void worker.start();
});
const ended = performance.now();
console.log(
  JSON.stringify({
    emitted: (count * 1000) / (emitted - began),
    delivered: (count * 1000) / (ended - emitted),
  }),
);
process.exit(0);
