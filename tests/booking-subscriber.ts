import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { closeServer, listenOnLoopback } from "./loopback.ts";

/** A subscriber of bookings, closed when the test is; `told` has the reference of each delivery. */
export async function startBookingSubscriber(): Promise<{ url: string; told: string[] }> {
  const told: string[] = [];
  const server = createServer();
  server.on("request", async (request, response) => {
    const event = await json(request);
    told.push((event as { data: { reference: string } }).data.reference);
    response.end("{}");
  });
  const origin = await listenOnLoopback(server);
  onTestFinished(() => closeServer(server));
  return { url: `${origin}/`, told };
}
