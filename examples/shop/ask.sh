#!/usr/bin/env bash
# Serves the example shop in both modes and asks every route of it with curl, as a person would.
# The last part slows a subscriber down: the answer is 202, and the order is billed afterwards.
#   examples/shop/ask.sh    (needs curl; uses .venv/bin/jadpo)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null; rm -rf "$work"' EXIT

serve() { # PROGRAM MODE
  rm -f "$work"/shop.db*
  .venv/bin/jadpo serve "$1" --mode "$2" --port 0 --database "sqlite:$work/shop.db" >"$work/log" &
  server=$!
  for _ in $(seq 200); do
    url=$(sed -n 's/.* serving at //p' "$work/log")
    [ -z "$url" ] || return 0
    sleep 0.1
  done
  cat "$work/log"
  return 1
}

stop() {
  kill -TERM "$server"
  wait "$server"
  server=
}

ask() { # METHOD PATH [BODY]
  printf '%s %s\n' "$1" "$2"
  curl -sS -i -X "$1" "$url$2" -H 'content-type: application/json' ${3:+-d "$3"} |
    tr -d '\r' | grep -viE '^(date|content-|x-request-id|$)'
  printf '\n'
}

for mode in interpreted compiled; do
  printf '\n== %s\n' "$mode"
  serve examples/shop "$mode"
  ask POST /products '{"code":"TEA-1","name":"Tea","price":"2.50","stock":10}'
  ask POST /orders '{"code":"TEA-1","quantity":2}' | tee "$work/order"
  number=$(sed -n 's/.*"id":"\([^"]*\)".*/\1/p' "$work/order")
  ask POST /orders/settled '{"code":"TEA-1","quantity":3}' | tee "$work/settled"
  grep -q '^HTTP/1.1 200' "$work/settled"
  grep -qi '^jadpo-settled: done' "$work/settled"
  grep -q '"tag":"billed"' "$work/settled"
  ask GET "/orders/$number"
  ask POST /orders '{"code":"TEA-1","quantity":0}' | tee "$work/wrong"
  grep -q '^HTTP/1.1 422' "$work/wrong"
  ask GET /orders/nothing
  stop
done

printf '\n== a slow subscriber\n'
mkdir "$work/slow"
sed -e 's/within: 10s/within: 200ms/' \
  -e 's/on OrderEvent.reserved(reserved) {/&\n        var mut turn = 0\n        while turn < 8000000 { turn = turn + 1 }/' \
  examples/shop/shop.jadpo >"$work/slow/shop.jadpo"
serve "$work/slow" interpreted
ask POST /products '{"code":"TEA-1","name":"Tea","price":"2.50","stock":10}'
ask POST /orders/settled '{"code":"TEA-1","quantity":3}' | tee "$work/settled"
grep -q '^HTTP/1.1 202' "$work/settled"
grep -qi '^jadpo-settled: pending' "$work/settled"
number=$(sed -n 's/.*"id":"\([^"]*\)".*/\1/p' "$work/settled")
for _ in $(seq 100); do
  sleep 0.2
  ask GET "/orders/$number" >"$work/order"
  ! grep -q '"tag":"billed"' "$work/order" || break
done
cat "$work/order"
grep -q '"tag":"billed"' "$work/order"
.venv/bin/jadpo deliveries list examples/shop --database "sqlite:$work/shop.db" --state done
stop
printf 'everything was answered as it should be\n'
