import { once } from "node:events";
import { expect, test } from "vitest";
import {
  ApiError,
  ConnectionError,
  InvalidResponseError,
  QuotaError,
  ServiceError,
  TimeoutError,
} from "../../src/index.ts";
import { render, sendProblem, startEvents, startServer } from "./stream-server.ts";

const request = { origin: "JFK", destination: "LHR", departureDate: "2027-01-20" };
const header = { type: "search", id: "srch_1", view: "full" };
const flights = { type: "flights", flights: [{ id: "flt_1", name: "Zürich ✈ 東京" }] };
const done = { type: "done", flightIds: ["flt_1"], supply: [], simulated: true };
const parts = [header, { type: "supply", supply: { source: "sandbox" } }, flights, done];
const wholeStream = parts.map(render).join("");

test("streams the parts of both searches, with an Accept header and an Idempotency-Key", async () => {
  const { client, requests } = await startServer((response) => {
    startEvents(response);
    response.end(`: ping\n\n${wholeStream}`);
  });
  expect(await Array.fromAsync(client.search.stream(request))).toEqual(parts);
  expect(await Array.fromAsync(client.flights.search.stream(request, { idempotencyKey: "k" }))).toEqual(parts);
  expect(requests.map(({ url }) => url)).toEqual(["/v1/search", "/v1/flights/search"]);
  expect(requests.map(({ headers }) => headers.accept)).toEqual(["text/event-stream", "text/event-stream"]);
  expect(requests[1]?.headers["idempotency-key"]).toBe("k");
});

test("yields each part before the next one is sent", async () => {
  const next: (() => void)[] = [];
  const { client } = await startServer((response) => {
    startEvents(response);
    for (const part of parts) next.push(() => response.write(render(part)));
    next.push(() => response.end());
    next.shift()?.();
  });
  const seen: unknown[] = [];
  for await (const part of client.search.stream(request)) {
    seen.push(part);
    next.shift()?.();
  }
  expect(seen).toEqual(parts);
});

test("reads characters and events that are split over chunks", async () => {
  const bytes = Buffer.from(wholeStream);
  const { client } = await startServer(async (response) => {
    startEvents(response);
    for (let at = 0; at < bytes.length; at += 1) {
      if (!response.write(bytes.subarray(at, at + 1))) await once(response, "drain");
      if (at % 8 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    response.end();
  });
  expect(await Array.fromAsync(client.search.stream(request))).toEqual(parts);
});

test("reads a data line of one megabyte", async () => {
  const large = { type: "flights", flights: [{ id: "flt_1", name: "é".repeat(1_000_000) }] };
  const { client } = await startServer((response) => {
    startEvents(response);
    response.end([header, large, done].map(render).join(""));
  });
  expect(await Array.fromAsync(client.search.stream(request))).toEqual([header, large, done]);
});

test("skips parts of unknown types", async () => {
  const { client } = await startServer((response) => {
    startEvents(response);
    response.end(render({ type: "notice" }) + wholeStream);
  });
  expect(await Array.fromAsync(client.search.stream(request))).toEqual(parts);
});

test("sends no request before the iteration starts, and aborts it when the iteration is left", async () => {
  const closed = Promise.withResolvers<void>();
  const { client, requests } = await startServer((response) => {
    response.on("close", () => closed.resolve());
    startEvents(response);
    response.write(render(header));
  });
  const stream = client.search.stream(request);
  expect(requests).toHaveLength(0);
  for await (const part of stream) {
    expect(part.type).toBe("search");
    break;
  }
  await closed.promise;
  expect(requests).toHaveLength(1);
});

test("rejects with the reason of an aborted signal before and during the stream", async () => {
  const closed = Promise.withResolvers<void>();
  const { client, requests } = await startServer((response) => {
    response.on("close", () => closed.resolve());
    startEvents(response);
    response.write(render(header));
  });
  await expect(client.search.stream(request, { signal: AbortSignal.abort("early") }).next()).rejects.toBe("early");
  expect(requests).toHaveLength(0);
  const controller = new AbortController();
  const stream = client.search.stream(request, { signal: controller.signal });
  await stream.next();
  controller.abort("left");
  await expect(stream.next()).rejects.toBe("left");
  await closed.promise;
});

test("throws the error of a response without a stream", async () => {
  const { client, requests } = await startServer((response) => sendProblem(response, 402, "QUOTA_EXCEEDED"));
  const error: unknown = await Array.fromAsync(client.search.stream(request)).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(QuotaError);
  expect(error).toMatchObject({ status: 402, code: "QUOTA_EXCEEDED", requestId: "req_1" });
  expect(requests).toHaveLength(1);
});

test("retries with the same Idempotency-Key before the first bytes", async () => {
  const { client, requests } = await startServer((response, attempt) => {
    if (attempt === 0) {
      sendProblem(response, 503, "OVERLOADED");
    } else {
      startEvents(response);
      response.end(attempt === 1 ? "" : wholeStream);
    }
  });
  expect(await Array.fromAsync(client.search.stream(request))).toEqual(parts);
  expect(requests).toHaveLength(3);
  expect(new Set(requests.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
});

test.each([
  ["the connection is lost", ConnectionError, "destroy"],
  ["the stream ends before its last part", InvalidResponseError, ""],
  ["an event is not JSON", InvalidResponseError, "event: flights\ndata: {\n\n"],
  ["an event is not an object", InvalidResponseError, "data: []\n\n"],
  ["the bytes are not UTF-8", InvalidResponseError, Buffer.from([0xff, 0x0a])],
] as const)("throws after the first part and does not retry when %s", async (_, expected, rest) => {
  const { client, requests } = await startServer((response) => {
    startEvents(response);
    response.write(render(header), () => {
      if (rest === "destroy") response.destroy();
      else response.end(rest);
    });
  });
  const stream = client.search.stream(request);
  await expect(Array.fromAsync(stream)).rejects.toThrow(expected);
  expect(requests).toHaveLength(1);
});

test("throws the API error of an error part", async () => {
  const problem = { code: "SUPPLY_UNAVAILABLE", title: "T", status: 504, detail: "D.", requestId: "req_2" };
  const errorPart = { type: "error", problem };
  const { client, requests } = await startServer((response) => {
    startEvents(response);
    response.end(render(header) + render(errorPart));
  });
  const stream = client.search.stream(request);
  expect((await stream.next()).value).toEqual(header);
  const error: unknown = await stream.next().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ServiceError);
  expect(error).toMatchObject({ status: 504, code: "SUPPLY_UNAVAILABLE", detail: "D.", requestId: "req_2" });
  expect(requests).toHaveLength(1);
});

test("throws an API error of status 500 for an error part without a problem", async () => {
  const { client } = await startServer((response) => {
    startEvents(response);
    response.end(render({ type: "error" }));
  });
  const error: unknown = await Array.fromAsync(client.search.stream(request)).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 500, requestId: "req_1" });
});

test("rejects a response that is not a stream", async () => {
  const { client } = await startServer(
    (response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end("{}");
    },
    { maxRetries: 0 },
  );
  await expect(Array.fromAsync(client.search.stream(request))).rejects.toThrow(InvalidResponseError);
});

test("times out when the next part does not arrive", async () => {
  const { client, requests } = await startServer((response) => {
    startEvents(response);
    response.write(render(header));
  });
  const stream = client.search.stream(request, { timeoutMs: 200 });
  await stream.next();
  await expect(stream.next()).rejects.toThrow(TimeoutError);
  expect(requests).toHaveLength(1);
});
