import { createServer } from "node:http";
import { closeServer, listenOnLoopback } from "../loopback.ts";

/** A subscriber of a test: it answers challenges and deliveries as it is told to. */
export interface Receiver {
  url: string;
  /** Whether it answers the challenge; from the start it does. */
  answersChallenge: boolean;
  /** The status of its answers to deliveries. */
  status: number;
  close(): Promise<void>;
}

/** A receiver on loopback. */
export async function openReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    const token = new URL(request.url ?? "", "http://receiver").searchParams.get("challenge");
    request.resume().once("end", () => {
      const status = token === null ? receiver.status : receiver.answersChallenge ? 200 : 404;
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(token === null ? { status } : { challenge: token }));
    });
  });
  const origin = await listenOnLoopback(server);
  const receiver: Receiver = {
    url: `${origin}/hooks`,
    answersChallenge: true,
    status: 200,
    close: () => closeServer(server),
  };
  return receiver;
}
