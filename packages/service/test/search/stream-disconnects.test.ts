import type { IncomingHttpHeaders } from "node:http";
import type { Socket } from "node:net";
import type { Database } from "@wayfare/database";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../../../tests/databases.ts";
import { eventually } from "../../../../tests/eventually.ts";
import { startApp } from "../access-app.ts";
import { countConnections, openRaw, searchHead } from "../raw-client.ts";
import { goodSearch, metricsToken, type RunningApp, runApp } from "../running-app.ts";
import { makeAward, makeCash, makeFlight, supplierOf } from "../sample-supply.ts";
import { openEvents, readSearch } from "./event-stream.ts";
import { makeGated } from "./gated-supplier.ts";
import { startRecording } from "./recorded-streams.ts";

async function readMetric(app: RunningApp, series: string): Promise<number> {
  const { payload } = await app.app.inject({ url: "/metrics", headers: { authorization: `Bearer ${metricsToken}` } });
  return Number(
    payload
      .split("\n")
      .find((line) => line.startsWith(`${series} `))
      ?.split(" ")[1] ?? Number.NaN,
  );
}

/** Returns the number of further searches that the key can run at the same time. */
function readConcurrency({ ratelimit }: IncomingHttpHeaders): number {
  return Number(/"searches-at-once";r=(\d+)/.exec(String(ratelimit))?.[1]);
}

/** Starts a stream with fetch, which can disconnect before the headers. */
function openEarly(app: RunningApp) {
  const client = new AbortController();
  const aborted = fetch(`${app.url}/v1/search`, {
    method: "POST",
    signal: client.signal,
    headers: {
      accept: "text/event-stream",
      authorization: `Bearer ${app.key}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(goodSearch),
  });
  aborted.catch(() => {});
  return { disconnect: () => client.abort(), aborted };
}

const errorLines = (app: RunningApp) => app.logLines.filter((line) => /"level":[456]0/.test(line));

describe("a client that disconnects", () => {
  test("before the first flights stops the suppliers and releases its slots", async () => {
    const late = makeGated("late", []);
    const recording = startRecording([late.supplier]);
    const { app } = await startApp("pglite", { supply: recording.supply, searchDeadlineMs: 60_000 });
    const client = openEarly(app);
    await eventually(() => expect(late.running()).toBe(1));
    expect(await readMetric(app, "wayfare_searches_pending")).toBe(1);
    client.disconnect();
    await expect(client.aborted).rejects.toThrow();
    await eventually(() => expect([late.running(), late.aborted()]).toEqual([0, 1]));
    await eventually(() => expect(recording.counts()).toMatchObject({ opened: 1, ended: 1 }));
    await eventually(async () => expect(await readMetric(app, "wayfare_searches_pending")).toBe(0));
    await eventually(() => expect(app.logLines.join("")).toContain('"status":null'));
    expect(errorLines(app)).toEqual([]);
  });

  test("in the middle stops the suppliers and releases its slots", async () => {
    const late = makeGated("late", []);
    const recording = startRecording([supplierOf("sandbox", [makeFlight()]), late.supplier]);
    const { app } = await startApp("pglite", { supply: recording.supply, searchDeadlineMs: 60_000 });
    const streams = await Promise.all([1, 2, 3].map(() => openEvents(app)));
    for (const stream of streams) await stream.readUntil("flights");
    expect(late.running()).toBe(3);
    expect(await readMetric(app, "wayfare_searches_pending")).toBe(0);
    for (const stream of streams) stream.disconnect();
    await eventually(() => expect([late.running(), late.aborted()]).toEqual([0, 3]));
    await eventually(() => expect(recording.counts()).toMatchObject({ opened: 3, ended: 3 }));
    late.answer();
    await eventually(() =>
      expect(app.logLines.filter((line) => /\/v1\/search","status":null/.test(line))).toHaveLength(3),
    );
    expect(errorLines(app)).toEqual([]);
    const other = await openEvents(app);
    expect((await other.readAll()).at(-1)).toMatchObject({ type: "done" });
  });

  test("releases the concurrency slots of streams", async () => {
    const late = makeGated("late", []);
    const suppliers = [supplierOf("sandbox", [makeFlight()]), late.supplier];
    const { app } = await startApp("pglite", { suppliers, searchDeadlineMs: 60_000 });
    const opened = [];
    for (let n = 0; n < 3; n++) opened.push(await openEvents(app));
    const [before, , after] = opened.map(({ headers }) => readConcurrency(headers));
    expect(after).toBe((before ?? 0) - 2);
    for (const stream of opened) {
      await stream.readUntil("flights");
      stream.disconnect();
    }
    await eventually(() => expect(late.running()).toBe(0));
    late.answer();
    await eventually(async () => expect(readConcurrency((await readSearch(app)).headers)).toBe(before));
  });

  test("while the search is stored, with the first flights ready, ends the stream", async () => {
    const { database, drop } = await createTestDatabase("pglite");
    const [inserting, stored] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow: Database = {
      ...database,
      async query<Row extends object>(...args: Parameters<Database["query"]>): Promise<Row[]> {
        const rows = await database.query<Row>(...args);
        if (args[0].includes("INTO searches")) {
          inserting.resolve();
          await stored.promise;
        }
        return rows;
      },
      async execute(...args: Parameters<Database["execute"]>): Promise<number> {
        const rows = await database.execute(...args);
        if (args[0].includes("INTO searches")) {
          inserting.resolve();
          await stored.promise;
        }
        return rows;
      },
    };
    const late = makeGated("late", []);
    const recording = startRecording([supplierOf("sandbox", [makeFlight()]), late.supplier]);
    const app = await runApp({ database: slow, supply: recording.supply, searchDeadlineMs: 60_000 });
    onTestFinished(async () => {
      stored.resolve();
      await app.close();
      await drop();
    });
    const client = openEarly(app);
    await inserting.promise;
    await eventually(() => expect(recording.counts().chunks).toBe(1));
    client.disconnect();
    await eventually(() => expect(late.aborted()).toBe(1));
    stored.resolve();
    await eventually(() => expect(recording.counts()).toMatchObject({ opened: 1, ended: 1 }));
    await eventually(async () => expect(await readMetric(app, "wayfare_searches_pending")).toBe(0));
    expect(errorLines(app)).toEqual([]);
  });
});

test("a search whose insertion fails ends the stream", async () => {
  const { database, drop } = await createTestDatabase("pglite");
  const failing: Database = {
    ...database,
    async execute(...args: Parameters<Database["execute"]>): Promise<number> {
      if (args[0].includes("INTO searches")) throw new Error("insertion failed");
      return database.execute(...args);
    },
    async query<Row extends object>(...args: Parameters<Database["query"]>): Promise<Row[]> {
      if (args[0].includes("INTO searches")) throw new Error("insertion failed");
      return database.query<Row>(...args);
    },
  };
  const late = makeGated("late", []);
  const recording = startRecording([supplierOf("sandbox", [makeFlight()]), late.supplier]);
  const app = await runApp({ database: failing, supply: recording.supply, searchDeadlineMs: 60_000 });
  onTestFinished(async () => {
    await app.close();
    await drop();
  });
  const answer = await readSearch(app, { headers: { accept: "text/event-stream" } });
  expect(answer.status).toBe(500);
  await eventually(() => expect(recording.counts()).toMatchObject({ opened: 1, ended: 1 }));
  await eventually(() => expect(late.running()).toBe(0));
});

/** 250 flights with 60 fares each: 20 MB, more than the buffers of the kernel hold. */
const manyFlights = Array.from({ length: 250 }, (_, n) =>
  makeFlight({
    number: String(n + 1),
    departureMinute: n,
    cash: Array.from({ length: 60 }, (__, step) => makeCash(40_000 + 500 * step, `Brand ${step}`)),
    award: [makeAward(20_000)],
  }),
);
const largeSearch = JSON.stringify({ ...goodSearch, includeAward: true, limit: 250, allOffers: true });

/** Opens a stream whose client reads nothing, and records the largest number of bytes that the process holds for it. */
async function openUnread() {
  const recording = startRecording([supplierOf("sandbox", manyFlights)]);
  const { app } = await startApp("pglite", { supply: recording.supply });
  onTestFinished(() => app.app.server.closeAllConnections());
  const connected = Promise.withResolvers<Socket>();
  app.app.server.once("connection", (socket) => connected.resolve(socket));
  const client = await openRaw(app, { reads: false });
  const socket = await connected.promise;
  let maxHeld = 0;
  recording.onChunk(() => {
    const sent = socket.bytesWritten - socket.writableLength;
    maxHeld = Math.max(maxHeld, recording.counts().bytes - sent);
  });
  const head = searchHead(app, largeSearch.length).replace("Host", "Accept: text/event-stream\r\nHost");
  client.socket.write(head + largeSearch);
  return { app, client, recording, socket, maxHeld: () => maxHeld };
}

describe("a client that reads nothing", () => {
  test("is cut by the inactivity timeout; until then, at most 1 MB is held for it", async () => {
    const { app, recording, socket, maxHeld } = await openUnread();
    await eventually(() => expect(socket.writableNeedDrain).toBe(true));
    // Shortened once the client is behind, so that the timeout does not end the search before its first flights.
    socket.setTimeout(200);
    await eventually(() => expect(recording.counts().ended).toBe(1));
    await eventually(async () => expect(await countConnections(app)).toBe(0));
    expect(await readMetric(app, 'wayfare_connections_closed_total{reason="inactive"}')).toBe(1);
    expect(maxHeld()).toBeLessThan(1_000_000);
    expect(recording.counts().completed).toBe(0);
    expect(errorLines(app)).toEqual([]);
  });

  test("stops the search when it disconnects", async () => {
    const { app, recording, client, socket } = await openUnread();
    await eventually(() => expect(socket.writableNeedDrain).toBe(true));
    client.socket.destroy();
    await eventually(() => expect(recording.counts().ended).toBe(1));
    await eventually(async () => expect(await readMetric(app, "wayfare_searches_pending")).toBe(0));
    expect((await readSearch(app)).status).toBe(200);
    expect(errorLines(app)).toEqual([]);
  });
});
