// The shop in fastify and better-sqlite3; run as `node fastify_shop.mjs DATABASE PORT`.
// An order is reserved and then billed after the response, in a transaction each. What is not done
// when the process ends is lost, which Jadpo does not allow itself.
import { randomUUID } from "node:crypto";
import { createRequire } from "node:module";
import { join } from "node:path";

const peers = process.env.PEERS ?? join(import.meta.dirname, ".peers");
const installed = createRequire(join(peers, "package.json"));
const Database = installed("better-sqlite3");
const fastify = installed("fastify");

const [file, port] = process.argv.slice(2);
const database = new Database(file);
database.pragma("journal_mode = WAL");
database.pragma("synchronous = FULL");
database.exec(`
  CREATE TABLE IF NOT EXISTS product (
    id TEXT PRIMARY KEY, code TEXT NOT NULL UNIQUE, name TEXT NOT NULL, price REAL NOT NULL,
    stock INTEGER NOT NULL CHECK (stock >= 0));
  CREATE TABLE IF NOT EXISTS orders (
    id TEXT PRIMARY KEY, code TEXT NOT NULL, quantity INTEGER NOT NULL, amount REAL NOT NULL,
    status TEXT NOT NULL, reason TEXT, billed_at TEXT, placed_at TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS placed ON orders (placed_at);
  CREATE TABLE IF NOT EXISTS ledger_entry (
    id TEXT PRIMARY KEY, order_id TEXT NOT NULL UNIQUE, amount REAL NOT NULL, reason TEXT NOT NULL);
`);

const addProduct = database.prepare(
  "INSERT INTO product VALUES (@id, @code, @name, @price, @stock)",
);
const addOrder = database.prepare(
  "INSERT INTO orders VALUES (@id, @code, @quantity, @amount, @status, @reason, @billed_at, @placed_at)",
);
const orderOf = database.prepare("SELECT * FROM orders WHERE id = ?");
const productOf = database.prepare("SELECT * FROM product WHERE code = ?");
const takeStock = database.prepare("UPDATE product SET stock = stock - ? WHERE id = ?");
const setReserved = database.prepare("UPDATE orders SET status = 'reserved', amount = ? WHERE id = ?");
const setRefused = database.prepare("UPDATE orders SET status = 'refused', reason = ? WHERE id = ?");
const setBilled = database.prepare("UPDATE orders SET status = 'billed', billed_at = ? WHERE id = ?");
const addEntry = database.prepare("INSERT INTO ledger_entry VALUES (?, ?, ?, 'order')");

const reserve = database.transaction((id) => {
  const order = orderOf.get(id);
  const product = productOf.get(order.code);
  if (product === undefined || product.stock < order.quantity) {
    setRefused.run(product === undefined ? "unknown_product" : "out_of_stock", id);
    return false;
  }
  takeStock.run(order.quantity, product.id);
  setReserved.run(product.price * order.quantity, id);
  return true;
}).immediate;

const bill = database.transaction((id) => {
  const order = orderOf.get(id);
  addEntry.run(randomUUID(), id, order.amount);
  setBilled.run(new Date().toISOString(), id);
}).immediate;

const code = { type: "string", minLength: 2, maxLength: 20, pattern: "^[A-Z0-9-]+$" };
const order = {
  type: "object",
  properties: {
    id: { type: "string" },
    code: { type: "string" },
    quantity: { type: "integer" },
    amount: { type: "number" },
    status: { type: "string" },
    reason: { type: ["string", "null"] },
    billed_at: { type: ["string", "null"] },
    placed_at: { type: "string" },
  },
};
const body = (properties) => ({
  type: "object",
  additionalProperties: false,
  required: Object.keys(properties),
  properties,
});

const app = fastify();
app.post(
  "/products",
  {
    schema: {
      body: body({
        code,
        name: { type: "string", minLength: 1, maxLength: 200 },
        price: { type: "number", minimum: 0 },
        stock: { type: "integer", minimum: 0 },
      }),
    },
  },
  (request, reply) => {
    const product = { id: randomUUID(), ...request.body };
    addProduct.run(product);
    reply.code(201).send(product);
  },
);
app.post(
  "/orders",
  {
    schema: {
      body: body({ code, quantity: { type: "integer", minimum: 1, maximum: 1000 } }),
      response: { 200: order },
    },
  },
  (request, reply) => {
    const placed = {
      id: randomUUID(),
      code: request.body.code,
      quantity: request.body.quantity,
      amount: 0,
      status: "placed",
      reason: null,
      billed_at: null,
      placed_at: new Date().toISOString(),
    };
    addOrder.run(placed);
    setImmediate(() => {
      if (reserve(placed.id)) setImmediate(() => bill(placed.id));
    });
    reply.send(placed);
  },
);
app.get(
  "/orders/:id",
  {
    schema: {
      params: { type: "object", properties: { id: { type: "string", format: "uuid" } } },
      response: { 200: order },
    },
  },
  (request, reply) => {
    const found = orderOf.get(request.params.id);
    if (found === undefined) reply.code(404).send({ error: "unknown_order" });
    else reply.send(found);
  },
);
await app.listen({ host: "127.0.0.1", port: Number(port) });
