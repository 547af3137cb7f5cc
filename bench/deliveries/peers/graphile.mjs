// The job in graphile-worker; run as `node graphile.mjs FOLDER COUNT CONNECTION`, a Postgres URL.
import { createRequire } from "node:module";
import { join } from "node:path";

const installed = createRequire(join(import.meta.dirname, ".peers", "package.json"));
const { makeWorkerUtils, runOnce } = installed("graphile-worker");
const { Pool } = installed("pg");

const [, countText, connectionString] = process.argv.slice(2);
const count = Number(countText);
const quiet = new (installed("graphile-worker").Logger)(() => () => {});

const pool = new Pool({ connectionString });
await pool.query(
  "CREATE TABLE counter (id serial PRIMARY KEY, name text NOT NULL UNIQUE, value integer)",
);
for (let number = 0; number < 100; number++) {
  await pool.query("INSERT INTO counter (name, value) VALUES ($1, 0)", [`counter ${number}`]);
}
const utils = await makeWorkerUtils({ connectionString, logger: quiet });
await utils.migrate();

const began = performance.now();
for (let number = 0; number < count; number++) {
  await utils.addJob("set", { name: `counter ${number % 100}`, value: number });
}
const emitted = performance.now();
// What its documentation says of throughput: several jobs at once, fetched and settled in batches.
await runOnce({
  connectionString,
  logger: quiet,
  taskList: {
    set: async ({ name, value }, helpers) => {
      await helpers.query("UPDATE counter SET value = $1 WHERE name = $2", [value, name]);
    },
  },
  preset: {
    worker: {
      concurrentJobs: 24,
      maxPoolSize: 25,
      localQueue: { size: 500 },
      completeJobBatchDelay: 0,
      failJobBatchDelay: 0,
    },
  },
});
const ended = performance.now();
const left = await pool.query("SELECT count(*)::int AS left FROM graphile_worker._private_jobs");
if (left.rows[0].left !== 0) throw new Error(`${left.rows[0].left} jobs were not run`);
console.log(
  JSON.stringify({
    emitted: (count * 1000) / (emitted - began),
    delivered: (count * 1000) / (ended - emitted),
  }),
);
process.exit(0);
