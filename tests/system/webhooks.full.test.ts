import { createServer, type Server } from "node:http";
import { verifyWebhook, type WebhookEvent } from "@wayfare/sdk";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { closeServer, listenOnLoopback } from "../loopback.ts";
import { type RunningService, startService } from "../running-service.ts";

let service: RunningService;
let server: Server;
let url: string;

/** Requests received by the subscriber, and its next response. */
const got: { event: WebhookEvent; attempt: string }[] = [];
let answerStatus = 200;
let secrets: string[] = [];

interface Endpoint {
  id: string;
  status: string;
  secret: string;
}
interface Delivery {
  id: string;
  status: string;
  attemptCount: number;
  attempts: { number: number; status: string; responseStatus: number | null }[];
}

async function call<Body>(path: string, options: { method?: string; body?: object } = {}): Promise<Body> {
  const { method = options.body === undefined ? "GET" : "POST", body } = options;
  const response = await fetch(service.url + path, {
    method,
    headers: { authorization: `Bearer ${service.key}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text) as Body;
}

const advance = (seconds: number) => call("/v1/test/clock/advance", { body: { seconds } });
const hour = 3600;

/** Retries a check of background work: the service is a separate process. */
function eventually<T>(read: () => Promise<T>, matches: object): Promise<void> {
  return vi.waitFor(async () => expect(await read()).toMatchObject(matches), { timeout: 120_000, interval: 50 });
}

async function addEndpoint(): Promise<Endpoint> {
  const endpoint = await call<Endpoint>("/v1/webhooks", { body: { url, events: ["webhook.test"] } });
  secrets = [endpoint.secret];
  await eventually(() => call(`/v1/webhooks/${endpoint.id}`), { status: "active" });
  return endpoint;
}

/** Causes an event and returns the id of its delivery. */
async function send({ id }: Endpoint): Promise<string> {
  return (await call<{ deliveryId: string }>(`/v1/webhooks/${id}/test`, { method: "POST" })).deliveryId;
}

const deliveryOf = (id: string) => call<Delivery>(`/v1/deliveries/${id}`);

beforeAll(async () => {
  service = await startService();
  server = createServer((request, response) => {
    const token = new URL(request.url ?? "/", "http://receiver").searchParams.get("challenge");
    if (request.method === "GET") {
      response.end(token);
      return;
    }
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      void verifyWebhook(Buffer.concat(chunks), request.headers, secrets)
        .then((event) => {
          got.push({ event, attempt: String(request.headers["svc-attempt"]) });
          return answerStatus;
        })
        .catch(() => 401)
        .then((status) => response.writeHead(status, { "content-type": "application/json" }).end("{}"));
    });
  });
  url = `${await listenOnLoopback(server)}/hooks`;
});

afterAll(async () => {
  await service.stop();
  await closeServer(server);
});

beforeEach(() => {
  got.length = 0;
  answerStatus = 200;
});

describe("delivery status", () => {
  it("pending → delivering → delivered, with a valid signature", async () => {
    const id = await send(await addEndpoint());
    await eventually(() => deliveryOf(id), { status: "delivered", attemptCount: 1 });
    expect(got.map(({ event }) => [event.type, event.deliveryId])).toEqual([["webhook.test", id]]);
  });

  it("delivering → awaiting_retry → delivered, a minute later on the test clock", async () => {
    answerStatus = 503;
    const id = await send(await addEndpoint());
    await eventually(() => deliveryOf(id), { status: "awaiting_retry", attemptCount: 1 });
    answerStatus = 200;
    await advance(60);
    await eventually(() => deliveryOf(id), { status: "delivered", attemptCount: 2 });
    expect(got.map(({ attempt }) => attempt)).toEqual(["1", "2"]);
    const { attempts } = await deliveryOf(id);
    expect(new Set(attempts.map(({ responseStatus }) => responseStatus))).toEqual(new Set([200, 503]));
  });

  it("awaiting_retry → dead_lettered after seven attempts, then delivered by a manual retry", async () => {
    answerStatus = 500;
    const id = await send(await addEndpoint());
    for (const [at, seconds] of [60, 300, 1800, 2 * hour, 6 * hour, 24 * hour].entries()) {
      await eventually(() => deliveryOf(id), { status: "awaiting_retry", attemptCount: at + 1 });
      await advance(seconds);
    }
    await eventually(() => deliveryOf(id), { status: "dead_lettered", attemptCount: 7 });
    answerStatus = 200;
    await call(`/v1/deliveries/${id}/retry`, { method: "POST" });
    await eventually(() => deliveryOf(id), { status: "delivered", attemptCount: 8 });
    expect(new Set(got.map(({ event }) => event.deliveryId))).toEqual(new Set([id]));
  });

  it("pending while its endpoint is paused, delivered after it is resumed", async () => {
    const endpoint = await addEndpoint();
    answerStatus = 500;
    const id = await send(endpoint);
    await eventually(() => deliveryOf(id), { status: "awaiting_retry" });
    await call(`/v1/webhooks/${endpoint.id}`, { method: "PATCH", body: { paused: true } });
    answerStatus = 200;
    await advance(60);
    await call(`/v1/webhooks/${endpoint.id}`, { method: "PATCH", body: { paused: false } });
    await eventually(() => deliveryOf(id), { status: "delivered", attemptCount: 2 });
  });

  it("awaiting_retry → cancelled when its endpoint is deleted", async () => {
    const endpoint = await addEndpoint();
    answerStatus = 500;
    const id = await send(endpoint);
    await eventually(() => deliveryOf(id), { status: "awaiting_retry" });
    await call(`/v1/webhooks/${endpoint.id}`, { method: "DELETE" });
    await eventually(() => deliveryOf(id), { status: "cancelled" });
  });

  it("delivering → cancelled when the endpoint returns 410, which also disables it", async () => {
    const endpoint = await addEndpoint();
    answerStatus = 410;
    const id = await send(endpoint);
    await eventually(() => deliveryOf(id), { status: "cancelled", attemptCount: 1 });
    await eventually(() => call(`/v1/webhooks/${endpoint.id}`), { status: "disabled" });
  });

  it("verifies with the old secret for a day after a rotation", async () => {
    const endpoint = await addEndpoint();
    await call(`/v1/webhooks/${endpoint.id}/rotate`, { method: "POST" });
    const id = await send(endpoint);
    await eventually(() => deliveryOf(id), { status: "delivered", attemptCount: 1 });
    await advance(24 * hour);
    const late = await send(endpoint);
    await eventually(() => deliveryOf(late), { status: "awaiting_retry", attemptCount: 1 });
  });
});
