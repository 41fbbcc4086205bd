import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { closeServer, listenOnLoopback } from "../loopback.ts";

/** A webhook receiver that accepts everything and counts deliveries. */
export interface Receiver {
  url: string;
  /** Number of arrivals by delivery id. */
  deliveries: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const deliveries = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const challenge = new URL(request.url ?? "/", "http://receiver").searchParams.get("challenge");
    if (request.method === "GET") {
      response.end(challenge);
      return;
    }
    const { deliveryId } = (await json(request)) as { deliveryId: string };
    deliveries.set(deliveryId, (deliveries.get(deliveryId) ?? 0) + 1);
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  const origin = await listenOnLoopback(server);
  return { url: `${origin}/hooks`, deliveries, close: () => closeServer(server) };
}
