/** Receives Wayfare's webhooks: answers the challenge, verifies each delivery, prints each once. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { verifyWebhook, WebhookVerificationError } from "@wayfare/sdk";

const secrets = (process.env.WAYFARE_WEBHOOK_SECRETS ?? "").split(",").flatMap((secret) => secret.trim() || []);
const longestBody = 256 * 1024;

/** Ids of deliveries that were handled. In earnest, store the id in the same transaction as what the event caused. */
const handled = new Set<string>();
const rememberedIds = 10_000;

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

/** Proves that we own this address. A link in a browser cannot set the header, so it cannot make us echo anything. */
function answerChallenge(request: IncomingMessage, response: ServerResponse): void {
  const token = URL.parse(request.url ?? "/", "http://receiver")?.searchParams.get("challenge");
  if (!token || token !== request.headers["svc-challenge"]) return answer(response, 404, { error: "no_challenge" });
  response
    .writeHead(200, { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" })
    .end(token);
}

/** The bytes as they arrived, which is what the signature covers, or null where they are too many. */
async function readRawBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  // Read to its end even when too long: a sender that is still sending does not see an answer.
  for await (const chunk of request) {
    length += chunk.length;
    if (length <= longestBody) chunks.push(chunk);
  }
  return length <= longestBody ? Buffer.concat(chunks) : null;
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const rawBody = await readRawBody(request);
  if (rawBody === null) return answer(response, 413, { error: "body_too_large" });
  const event = await verifyWebhook(rawBody, request.headers, secrets);
  // The same id as in SVC-Delivery-Id; the one in the body is signed.
  if (!handled.has(event.deliveryId)) {
    remember(event.deliveryId);
    console.log(`${event.createdAt} ${event.type} ${event.id} ${event.deliveryId} ${JSON.stringify(event.data)}`);
  }
  // At once: what takes longer than a moment belongs in a queue.
  answer(response, 200, { received: true });
}

function remember(deliveryId: string): void {
  handled.add(deliveryId);
  for (const oldest of handled) {
    if (handled.size <= rememberedIds) break;
    handled.delete(oldest);
  }
}

function refuse(response: ServerResponse, error: unknown): void {
  if (!(error instanceof WebhookVerificationError)) {
    console.error(error);
    return answer(response, 500, { error: "internal" });
  }
  console.error(`refused: ${error.reason}: ${error.message}`);
  // Without a secret the fault is ours, and the delivery will be tried again.
  answer(response, error.reason === "secret_missing" ? 500 : 400, { error: error.reason });
}

const server = createServer((request, response) => {
  if (request.method === "GET") answerChallenge(request, response);
  else if (request.method === "POST") receive(request, response).catch((error: unknown) => refuse(response, error));
  else answer(response, 405, { error: "method_not_allowed" });
});
server.requestTimeout = 10_000;

const host = process.env.HOST ?? "127.0.0.1";
server.listen(Number(process.env.PORT ?? 4100), host, () => {
  const bound = server.address();
  console.log(`Listening on http://${host}:${typeof bound === "object" ? bound?.port : bound}`);
  if (secrets.length === 0) console.log("No secret yet: register this address, then set WAYFARE_WEBHOOK_SECRETS.");
});
