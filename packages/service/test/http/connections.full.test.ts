import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../../../tests/databases.ts";
import { eventually } from "../../../../tests/eventually.ts";
import { countConnections, drip, openRaw, searchHead } from "../raw-client.ts";
import { goodSearch, metricsToken, type RunningAppOptions, runApp } from "../running-app.ts";
import { makeCash, makeFlight, supplierOf, supplierWith } from "../sample-supply.ts";

/** What takes seconds in service, in milliseconds. */
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

/** Connections ended for a reason, read without a connection, which the short limits could end too. */
async function ends({ app }: Started, reason: string): Promise<number> {
  const { payload } = await app.inject({ url: "/metrics", headers: { authorization: `Bearer ${metricsToken}` } });
  return Number(new RegExp(`wayfare_connections_ended_total{reason="${reason}"} (\\d+)`).exec(payload)?.[1] ?? 0);
}

async function expectNoneLeft(app: Started): Promise<void> {
  await eventually(async () => expect(await countConnections(app)).toBe(0));
}

test.each([
  ["says nothing", "", null],
  ["sends its headers a byte at a time", "GET /healthz HTTP/1.1\r\n", "x-y: z\r\n"],
  ["stops within its headers", "GET /healthz HTTP/1.1\r\nHost:", null],
])("a client that %s is ended, though it never closes its own side", async (_, first, dripped) => {
  const app = await start({ connections: shortly });
  const client = await openRaw(app);
  client.socket.write(first);
  if (dripped !== null) drip(client, dripped);
  await client.ended;
  expect(client.received()).toContain("The request did not arrive in time.");
  await expectNoneLeft(app);
  expect(await ends(app, "request_not_sent")).toBe(1);
});

test.each(["stops within its body", "sends its body a byte at a time"])("a client that %s is ended", async (how) => {
  const app = await start({ connections: shortly });
  const client = await openRaw(app);
  client.socket.write(`${searchHead(app, 1000)}{`);
  if (how.includes("byte")) drip(client, " ");
  await client.ended;
  await expectNoneLeft(app);
  expect(await ends(app, "request_not_sent")).toBe(1);
  expect(app.logLines.filter((line) => /"level":[56]0/.test(line))).toEqual([]);
});

test("headers without end are refused at 16 KiB, and the connection does not outlive the answer", async () => {
  const app = await start();
  const client = await openRaw(app);
  client.socket.write(`GET / HTTP/1.1\r\nx: ${"y".repeat(16 * 1024)}`);
  await client.ended;
  expect(client.received()).toContain("The headers are too large.");
  await expectNoneLeft(app);
});

test("a body that is sent without a length ends at the limit, not in memory", async () => {
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

/** Every offer of as many flights as an answer holds: more than a megabyte. */
const manyFlights = Array.from({ length: 250 }, (_, n) => {
  const cash = ["Basic", "Standard", "Flex", "Full"].map((brand, step) => makeCash(40_000 + 5000 * step, brand));
  return makeFlight({ number: String(n + 1), departureMinute: n, cash });
});
const largeSearch = JSON.stringify({ ...goodSearch, includeAward: true, limit: 250, allOffers: true });

test("a client that does not read its answers is ended, and so are its answers", async () => {
  const app = await start({ connections: { answerMs: 200 }, suppliers: [supplierOf("sandbox", manyFlights)] });
  const client = await openRaw(app, { reads: false });
  // The kernels of both ends hold some megabytes, which cost the service nothing.
  client.socket.write((searchHead(app, largeSearch.length) + largeSearch).repeat(14));
  await expectNoneLeft(app);
  expect(await ends(app, "answer_not_read")).toBe(1);
  expect(app.logLines.filter((line) => /"level":[56]0/.test(line))).toEqual([]);
});

test("a client that takes its answers late, but in time, gets all of them", async () => {
  let searches = 0;
  const supplier = supplierWith("sandbox", async () => {
    searches++;
    return { flights: manyFlights };
  });
  const app = await start({ connections: { answerMs: 20_000 }, suppliers: [supplier] });
  const client = await openRaw(app, { reads: false });
  const request = searchHead(app, largeSearch.length) + largeSearch;
  client.socket.write(request.repeat(13) + request.replace("Host", "Connection: close\r\nHost"));
  await eventually(() => expect(searches).toBe(14));
  const chunks: Buffer[] = [];
  for await (const chunk of client.socket) chunks.push(chunk);
  const answers = Buffer.concat(chunks).toString("latin1");
  expect(answers.match(/HTTP\/1\.1 200/g)).toHaveLength(14);
  expect(answers.length).toBeGreaterThan(14_000_000);
  expect(await ends(app, "answer_not_read")).toBe(0);
});

test("answers the requests up to the limit, refuses the first one beyond it with 429, and ends the connection", async () => {
  let searches = 0;
  const supplier = supplierWith("sandbox", async () => {
    searches++;
    return { flights: [] };
  });
  const app = await start({ connections: { pipelined: 4 }, suppliers: [supplier] });
  const health = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
  const modest = await openRaw(app);
  modest.socket.write(health.repeat(4));
  await eventually(() => expect(modest.received().match(/HTTP\/1\.1 200/g)).toHaveLength(4));
  modest.socket.destroy();
  const greedy = await openRaw(app);
  const search = JSON.stringify(goodSearch);
  greedy.socket.write((searchHead(app, search.length) + search).repeat(100));
  await greedy.ended;
  await expectNoneLeft(app);
  expect(await ends(app, "pipelined")).toBe(1);
  expect(searches).toBe(4);
  expect(greedy.received().match(/HTTP\/1\.1 \d+/g)).toEqual([...Array(4).fill("HTTP/1.1 200"), "HTTP/1.1 429"]);
});

test("a client that is never heard of again is ended between two requests, and nobody is blamed", async () => {
  const app = await start({ connections: { idleMs: 50 } });
  const client = await openRaw(app);
  client.socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
  await client.ended;
  expect(client.received()).toMatch(/^HTTP\/1\.1 200 /);
  await expectNoneLeft(app);
  expect(await ends(app, "silent")).toBe(0);
});

test("a connection on which nothing moves is ended, and the search that it waits for with it", async () => {
  const aborted = Promise.withResolvers<void>();
  const stuck = supplierWith("stuck", (_query, { signal }) => {
    signal.addEventListener("abort", () => aborted.resolve());
    return new Promise(() => {});
  });
  const app = await start({ connections: { silenceMs: 100 }, suppliers: [stuck], searchDeadlineMs: 60_000 });
  const client = await openRaw(app);
  const body = JSON.stringify(goodSearch);
  client.socket.write(searchHead(app, body.length) + body);
  await client.ended;
  await aborted.promise;
  await expectNoneLeft(app);
  expect(await ends(app, "silent")).toBe(1);
});

test("no more connections are taken than may be, and idle ones make room", async () => {
  const app = await start({ connections: { connections: 3 } });
  const idle = await openRaw(app);
  idle.socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
  await eventually(() => expect(idle.received()).toContain("200 OK"));
  const talking = await Promise.all([1, 2].map(() => openRaw(app)));
  for (const { socket } of talking) socket.write("GET /healthz HTTP/1.1\r\n");
  await eventually(async () => expect(await countConnections(app)).toBe(3));
  const refused = await openRaw(app);
  await refused.ended;
  await idle.ended;
  expect((await app.call("/healthz", { headers: { connection: "close" } })).status).toBe(200);
  expect(await ends(app, "too_many")).toBe(1);
  for (const { socket } of talking) socket.destroy();
});

test("a connection whose answer is still under way when the service goes down ends with it, and is not kept for another", async () => {
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const slow = supplierWith("slow", async () => {
    asked.resolve();
    await answered.promise;
    return { flights: [] };
  });
  const app = await start({ connections: { idleMs: 3_600_000 }, suppliers: [slow] });
  const searching = app.call("/v1/search", { body: goodSearch });
  await asked.promise;
  const closed = app.close();
  await eventually(() => expect(app.app.server.listening).toBe(false));
  answered.resolve();
  expect((await searching).status).toBe(200);
  await closed;
});

test.each([
  ["nothing", ""],
  ["half a request", "GET /healthz HTTP/1.1\r\nHost:"],
  ["a request, and half another", "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET"],
])("a service that goes down does not wait for a client that has sent %s", async (_, sent) => {
  const app = await start({ connections: { idleMs: 3_600_000 } });
  const client = await openRaw(app);
  client.socket.write(sent);
  await eventually(async () => expect(await countConnections(app)).toBe(1));
  if (sent.includes("\r\n\r\n")) await eventually(() => expect(client.received()).toContain("200 OK"));
  await app.close();
  await client.ended;
});
