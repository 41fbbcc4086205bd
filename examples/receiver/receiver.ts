/** Webhook receiver: responds to the challenge, verifies each delivery and prints each event once. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { verifyWebhook, WebhookVerificationError } from "@wayfare/sdk";

const secrets = (process.env.WAYFARE_WEBHOOK_SECRETS ?? "").split(",").flatMap((secret) => secret.trim() || []);
const maxBodyBytes = 256 * 1024;

/** Ids of processed deliveries. In production, store the id in the same transaction as the effect of the event. */
const processedIds = new Set<string>();
const maxProcessedIds = 10_000;

function respond(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

/** Responds to the challenge. The header is required because a link in a browser cannot set it, so a link cannot make us echo text. */
function respondToChallenge(request: IncomingMessage, response: ServerResponse): void {
  const token = URL.parse(request.url ?? "/", "http://receiver")?.searchParams.get("challenge");
  if (!token || token !== request.headers["svc-challenge"]) return respond(response, 404, { error: "no_challenge" });
  response
    .writeHead(200, { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" })
    .end(token);
}

/** Reads the raw body, which the signature covers. Returns null if it is too large. */
async function readRawBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  // Reads a large body to its end, because the sender does not read the response before.
  for await (const chunk of request) {
    length += chunk.length;
    if (length <= maxBodyBytes) chunks.push(chunk);
  }
  return length <= maxBodyBytes ? Buffer.concat(chunks) : null;
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const rawBody = await readRawBody(request);
  if (rawBody === null) return respond(response, 413, { error: "body_too_large" });
  const event = await verifyWebhook(rawBody, request.headers, secrets);
  // A delivery can arrive twice. The id in the body is signed, unlike the SVC-Delivery-Id header.
  if (!processedIds.has(event.deliveryId)) {
    markProcessed(event.deliveryId);
    console.log(`${event.createdAt} ${event.type} ${event.id} ${event.deliveryId} ${JSON.stringify(event.data)}`);
  }
  // Respond quickly. Put slow work in a queue.
  respond(response, 200, { received: true });
}

function markProcessed(deliveryId: string): void {
  processedIds.add(deliveryId);
  for (const oldest of processedIds) {
    if (processedIds.size <= maxProcessedIds) break;
    processedIds.delete(oldest);
  }
}

function respondWithError(response: ServerResponse, error: unknown): void {
  if (!(error instanceof WebhookVerificationError)) {
    console.error(error);
    return respond(response, 500, { error: "internal" });
  }
  console.error(`Webhook verification failed (${error.reason}): ${error.message}`);
  // A missing secret is our own mistake: 500 makes the service retry the delivery.
  respond(response, error.reason === "secret_missing" ? 500 : 400, { error: error.reason });
}

const server = createServer((request, response) => {
  if (request.method === "GET") respondToChallenge(request, response);
  else if (request.method === "POST")
    receive(request, response).catch((error: unknown) => respondWithError(response, error));
  else respond(response, 405, { error: "method_not_allowed" });
});
server.requestTimeout = 10_000;

const host = process.env.HOST ?? "127.0.0.1";
server.listen(Number(process.env.PORT ?? 4100), host, () => {
  const bound = server.address();
  console.log(`Listening on http://${host}:${typeof bound === "object" ? bound?.port : bound}`);
  if (secrets.length === 0) console.log("No signing secret. Register this URL, then set WAYFARE_WEBHOOK_SECRETS.");
});
