import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A subscriber that accepts everything and counts how often each delivery came. */
export interface Receiver {
  url: string;
  /** Times that each delivery arrived, by its id. */
  deliveries: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const deliveries = new Map<string, number>();
  const server = createServer((request, response) => {
    const challenge = new URL(request.url ?? "/", "http://receiver").searchParams.get("challenge");
    if (request.method === "GET") {
      response.end(challenge);
      return;
    }
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { deliveryId } = JSON.parse(Buffer.concat(chunks).toString()) as { deliveryId: string };
      deliveries.set(deliveryId, (deliveries.get(deliveryId) ?? 0) + 1);
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    deliveries,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
