import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../eventually.ts";
import { type RunningService, startService } from "../running-service.ts";
import { type CollectedSpan, type SpanCollector, startSpanCollector } from "../span-collector.ts";

let collector: SpanCollector;
let service: RunningService;
let receiver: Server;
const received: IncomingHttpHeaders[] = [];

beforeAll(async () => {
  collector = await startSpanCollector();
  service = await startService({ TRACES_URL: collector.url, SEARCH_THREADS: "1" });
  receiver = createServer((request, response) => {
    received.push(request.headers);
    // Answers the challenge of a new endpoint.
    const challenge = new URL(request.url ?? "/", "http://receiver").searchParams.get("challenge");
    request.resume().on("end", () => response.end(challenge ?? "{}"));
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
});

afterAll(async () => {
  await service.stop();
  await collector.close();
  receiver.close();
});

function call(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${service.url}${path}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${service.key}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

function find(traceId: string, name: RegExp): CollectedSpan {
  const found = collector.spans.find((span) => span.traceId === traceId && name.test(span.name));
  if (found === undefined) throw new Error(`no span ${name.source}`);
  return found;
}

test("a search has spans of the request, its statements, its thread and its supplier in the trace of the client", async () => {
  const traceId = "c".repeat(32);
  const departureDate = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const query = { origin: "JFK", destination: "LHR", departureDate };
  const response = await call("/v1/search", query, { traceparent: `00-${traceId}-${"d".repeat(16)}-01` });
  expect(response.status).toBe(200);
  await eventually(() => {
    const request = find(traceId, /^POST \/v1\/search$/);
    expect(request).toMatchObject({ parentSpanId: "d".repeat(16), kind: 2 });
    expect(request.attributes).toContainEqual({ key: "http.response.status_code", value: { intValue: "200" } });
    const thread = find(traceId, /^search thread search$/);
    expect(thread.parentSpanId).toBe(request.spanId);
    expect(find(traceId, /^supplier sandbox$/).parentSpanId).toBe(thread.spanId);
    expect(find(traceId, /^(SELECT|INSERT|WITH)$/).traceId).toBe(traceId);
  });
  expect(JSON.stringify(collector.spans)).not.toContain(service.key);
});

test("a delivery has a trace, whose position its receiver gets", async () => {
  const address = receiver.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const created = await call("/v1/webhooks", { url: `http://127.0.0.1:${port}/hook`, events: ["*"] });
  expect(created.status, await created.clone().text()).toBe(201);
  const { id }: { id: string } = JSON.parse(await created.text());
  await eventually(async () => expect((await call(`/v1/webhooks/${id}/test`, undefined)).ok).toBe(true));
  await eventually(() => {
    const traced = received.map(({ traceparent }) => String(traceparent)).find((text) => text.startsWith("00-"));
    const [, traceId = "", spanId] = (traced ?? "").split("-");
    expect(find(traceId, /^deliver /)).toMatchObject({ spanId, kind: 4 });
  });
});

test("health checks and metrics are not traced", async () => {
  for (const path of ["/healthz", "/readyz"]) await fetch(`${service.url}${path}`);
  await call("/v1/search", {});
  await eventually(() => expect(collector.spans.some(({ name }) => name === "POST /v1/search")).toBe(true));
  expect(collector.spans.filter(({ name }) => /healthz|readyz/.test(name))).toEqual([]);
});
