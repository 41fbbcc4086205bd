import { createServer } from "node:http";
import { closeServer, listenOnLoopback } from "../loopback.ts";

/** A webhook subscriber whose responses to challenges and deliveries can be set. */
export interface Receiver {
  url: string;
  /** True if it passes challenges, the default. */
  passesChallenge: boolean;
  /** Status of its responses to deliveries. */
  status: number;
  close(): Promise<void>;
}

/** Starts a receiver on loopback. */
export async function openReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    const token = new URL(request.url ?? "", "http://receiver").searchParams.get("challenge");
    request.resume().once("end", () => {
      const status = token === null ? receiver.status : receiver.passesChallenge ? 200 : 404;
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(token === null ? { status } : { challenge: token }));
    });
  });
  const origin = await listenOnLoopback(server);
  const receiver: Receiver = {
    url: `${origin}/hooks`,
    passesChallenge: true,
    status: 200,
    close: () => closeServer(server),
  };
  return receiver;
}
