import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../../../tests/databases.ts";
import { eventually } from "../../../../tests/eventually.ts";
import { countConnections, drip, openRaw, searchHead } from "../raw-client.ts";
import { goodSearch, metricsToken, type RunningAppOptions, runApp } from "../running-app.ts";
import { makeCash, makeFlight, supplierOf, supplierWith } from "../sample-supply.ts";

/** Short timeouts in milliseconds, in place of seconds. */
const shortly = { headersMs: 100, requestMs: 200, checkEveryMs: 20 };

async function start(options: Omit<RunningAppOptions, "database"> = {}) {
  const { database, drop } = await createTestDatabase("pglite");
  const app = await runApp({ database, ...options });
  onTestFinished(async () => {
    app.app.server.closeAllConnections();
    await app.close();
    await drop();
  });
  return app;
}

type Started = Awaited<ReturnType<typeof start>>;

/** Returns the number of connections closed for a reason. Reads metrics without HTTP, because short timeouts could close a connection. */
async function ends({ app }: Started, reason: string): Promise<number> {
  const { payload } = await app.inject({ url: "/metrics", headers: { authorization: `Bearer ${metricsToken}` } });
  return Number(new RegExp(`wayfare_connections_closed_total{reason="${reason}"} (\\d+)`).exec(payload)?.[1] ?? 0);
}

async function expectNoneLeft(app: Started): Promise<void> {
  await eventually(async () => expect(await countConnections(app)).toBe(0));
}

test("closes the connection of a client that sends nothing without a response", async () => {
  const app = await start({ connections: shortly });
  const client = await openRaw(app);
  await client.ended;
  expect(client.received()).toBe("");
  await expectNoneLeft(app);
  expect(await ends(app, "request_not_sent")).toBe(1);
});

test.each([
  ["sends its headers a byte at a time", "GET /healthz HTTP/1.1\r\n", "x-y: z\r\n"],
  ["stops within its headers", "GET /healthz HTTP/1.1\r\nHost:", null],
])("closes the connection of a client that %s and never closes its side", async (_, first, dripped) => {
  const app = await start({ connections: shortly });
  const client = await openRaw(app);
  client.socket.write(first);
  if (dripped !== null) drip(client, dripped);
  await client.ended;
  expect(client.received()).toContain("Timed out while waiting for the request.");
  await expectNoneLeft(app);
  expect(await ends(app, "request_not_sent")).toBe(1);
});

test.each(["stops within its body", "sends its body a byte at a time"])(
  "closes the connection of a client that %s",
  async (how) => {
    const app = await start({ connections: shortly });
    const client = await openRaw(app);
    client.socket.write(`${searchHead(app, 1000)}{`);
    if (how.includes("byte")) drip(client, " ");
    await client.ended;
    await expectNoneLeft(app);
    expect(await ends(app, "request_not_sent")).toBe(1);
    expect(app.logLines.filter((line) => /"level":[56]0/.test(line))).toEqual([]);
  },
);

test("rejects headers above 16 KiB and closes the connection", async () => {
  const app = await start();
  const client = await openRaw(app);
  client.socket.write(`GET / HTTP/1.1\r\nx: ${"y".repeat(16 * 1024)}`);
  await client.ended;
  expect(client.received()).toContain("Request headers are too large (limit: 16 KiB).");
  await expectNoneLeft(app);
});

test("rejects a chunked body at the limit without buffering it", async () => {
  const app = await start();
  const client = await openRaw(app);
  const head = searchHead(app, 0).replace("Content-Length: 0", "Transfer-Encoding: chunked");
  const chunk = `10000\r\n${" ".repeat(0x10000)}\r\n`;
  client.socket.write(head + chunk.repeat(5));
  await client.ended;
  expect(client.received()).toContain("PAYLOAD_TOO_LARGE");
  client.socket.destroy();
  await expectNoneLeft(app);
});

/** A search with a response of more than a megabyte. */
const manyFlights = Array.from({ length: 250 }, (_, n) => {
  const cash = ["Basic", "Standard", "Flex", "Full"].map((brand, step) => makeCash(40_000 + 5000 * step, brand));
  return makeFlight({ number: String(n + 1), departureMinute: n, cash });
});
const largeSearch = JSON.stringify({ ...goodSearch, includeAward: true, limit: 250, allOffers: true });

test("closes the connection of a client that does not read its responses", async () => {
  const app = await start({ connections: { responseMs: 200 }, suppliers: [supplierOf("sandbox", manyFlights)] });
  const client = await openRaw(app, { reads: false });
  // Kernel buffers of both sides hold some megabytes outside of the service.
  client.socket.write((searchHead(app, largeSearch.length) + largeSearch).repeat(14));
  await expectNoneLeft(app);
  expect(await ends(app, "response_not_read")).toBe(1);
  expect(app.logLines.filter((line) => /"level":[56]0/.test(line))).toEqual([]);
});

test("sends all responses to a client that reads them late but within the timeout", async () => {
  let searches = 0;
  const supplier = supplierWith("sandbox", async () => {
    searches++;
    return { flights: manyFlights };
  });
  const app = await start({ connections: { responseMs: 20_000 }, suppliers: [supplier] });
  const client = await openRaw(app, { reads: false });
  const request = searchHead(app, largeSearch.length) + largeSearch;
  client.socket.write(request.repeat(13) + request.replace("Host", "Connection: close\r\nHost"));
  await eventually(() => expect(searches).toBe(14));
  const chunks: Buffer[] = [];
  for await (const chunk of client.socket) chunks.push(chunk);
  const answers = Buffer.concat(chunks).toString("latin1");
  expect(answers.match(/HTTP\/1\.1 200/g)).toHaveLength(14);
  expect(answers.length).toBeGreaterThan(14_000_000);
  expect(await ends(app, "response_not_read")).toBe(0);
});

test("responds up to the pipelining limit, rejects the next request with 429 and closes the connection", async () => {
  let searches = 0;
  const supplier = supplierWith("sandbox", async () => {
    searches++;
    return { flights: [] };
  });
  const app = await start({ connections: { maxPipelined: 4 }, suppliers: [supplier] });
  const health = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
  const withinLimit = await openRaw(app);
  withinLimit.socket.write(health.repeat(4));
  await eventually(() => expect(withinLimit.received().match(/HTTP\/1\.1 200/g)).toHaveLength(4));
  withinLimit.socket.destroy();
  const aboveLimit = await openRaw(app);
  const search = JSON.stringify(goodSearch);
  aboveLimit.socket.write((searchHead(app, search.length) + search).repeat(100));
  await aboveLimit.ended;
  await expectNoneLeft(app);
  expect(await ends(app, "pipelined")).toBe(1);
  expect(searches).toBe(4);
  expect(aboveLimit.received().match(/HTTP\/1\.1 \d+/g)).toEqual([...Array(4).fill("HTTP/1.1 200"), "HTTP/1.1 429"]);
});

test("closes an idle keep-alive connection without counting it as inactive", async () => {
  const app = await start({ connections: { idleMs: 50 } });
  const client = await openRaw(app);
  client.socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
  await client.ended;
  expect(client.received()).toMatch(/^HTTP\/1\.1 200 /);
  await expectNoneLeft(app);
  expect(await ends(app, "inactive")).toBe(0);
});

test("closes an inactive connection and aborts its search", async () => {
  const aborted = Promise.withResolvers<void>();
  const stuck = supplierWith("stuck", (_query, { signal }) => {
    signal.addEventListener("abort", () => aborted.resolve());
    return new Promise(() => {});
  });
  const app = await start({ connections: { inactivityMs: 2000 }, suppliers: [stuck], searchDeadlineMs: 60_000 });
  const client = await openRaw(app);
  const body = JSON.stringify(goodSearch);
  client.socket.write(searchHead(app, body.length) + body);
  await client.ended;
  await aborted.promise;
  await expectNoneLeft(app);
  expect(await ends(app, "inactive")).toBe(1);
});

test("rejects connections above the limit and closes idle ones", async () => {
  const app = await start({ connections: { maxConnections: 3 } });
  const idle = await openRaw(app);
  idle.socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
  await eventually(() => expect(idle.received()).toContain("200 OK"));
  const active = await Promise.all([1, 2].map(() => openRaw(app)));
  for (const { socket } of active) socket.write("GET /healthz HTTP/1.1\r\n");
  await eventually(async () => expect(await countConnections(app)).toBe(3));
  const refused = await openRaw(app);
  await refused.ended;
  await idle.ended;
  expect((await app.call("/healthz", { headers: { connection: "close" } })).status).toBe(200);
  expect(await ends(app, "too_many")).toBe(1);
  for (const { socket } of active) socket.destroy();
});

test("closes a connection after its pending response during shutdown", async () => {
  const searched = Promise.withResolvers<void>();
  const responded = Promise.withResolvers<void>();
  const slow = supplierWith("slow", async () => {
    searched.resolve();
    await responded.promise;
    return { flights: [] };
  });
  const app = await start({ connections: { idleMs: 3_600_000 }, suppliers: [slow] });
  const searching = app.call("/v1/search", { body: goodSearch });
  await searched.promise;
  const closed = app.close();
  await eventually(() => expect(app.app.server.listening).toBe(false));
  responded.resolve();
  expect((await searching).status).toBe(200);
  await closed;
});

test.each([
  ["nothing", ""],
  ["half a request", "GET /healthz HTTP/1.1\r\nHost:"],
  ["a request, and half another", "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET"],
])("a shutdown does not wait for a client that has sent %s", async (_, sent) => {
  const app = await start({ connections: { idleMs: 3_600_000 } });
  const client = await openRaw(app);
  client.socket.write(sent);
  await eventually(async () => expect(await countConnections(app)).toBe(1));
  if (sent.includes("\r\n\r\n")) await eventually(() => expect(client.received()).toContain("200 OK"));
  await app.close();
  await client.ended;
});
