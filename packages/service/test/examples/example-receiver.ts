import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A webhook receiver on loopback that responds with 200 by default. */
export interface ExampleReceiver {
  origin: string;
  answerDeliveriesWith(status: number): void;
  answerChallengesWith(status: number): void;
  close(): Promise<void>;
}

export async function openExampleReceiver(): Promise<ExampleReceiver> {
  const statuses = { delivery: 200, challenge: 200 };
  const server = createServer((request, response) => {
    const challenge = new URL(request.url ?? "", "http://receiver").searchParams.get("challenge");
    const status = challenge === null ? statuses.delivery : statuses.challenge;
    const body = challenge === null ? {} : { challenge };
    request.resume().on("end", () => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(status === 200 ? body : { error: "unavailable" }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on a port has an address
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    answerDeliveriesWith: (status) => void (statuses.delivery = status),
    answerChallengesWith: (status) => void (statuses.challenge = status),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
