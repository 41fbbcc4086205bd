import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { closeServer, listenOnLoopback } from "./loopback.ts";

/** Starts a subscriber of bookings that is closed after the test; `references` has the reference of each delivery. */
export async function startBookingSubscriber(): Promise<{ url: string; references: string[] }> {
  const references: string[] = [];
  const server = createServer();
  server.on("request", async (request, response) => {
    const event = await json(request);
    references.push((event as { data: { reference: string } }).data.reference);
    response.end("{}");
  });
  const origin = await listenOnLoopback(server);
  onTestFinished(() => closeServer(server));
  return { url: `${origin}/`, references };
}
