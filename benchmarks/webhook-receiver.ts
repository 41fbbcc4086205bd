/** A subscriber for `benchmarks/webhooks.ts`, a process of its own: answers `{}` and tells its parent of what it got, in batches. */
import { createServer } from "node:http";

/** Ids of deliveries and when they came, on the clock that all processes of a machine share. */
let got: [string, number][] = [];

const server = createServer((request, response) => {
  request.resume().on("end", () => {
    got.push([String(request.headers["svc-delivery-id"]), performance.timeOrigin + performance.now()]);
    response.writeHead(200, { "content-type": "application/json", "content-length": 2 }).end("{}");
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object") process.send?.({ port: address.port });
});

const timer = setInterval(() => {
  if (got.length > 0) process.send?.({ got });
  got = [];
}, 20);

process.once("disconnect", () => {
  clearInterval(timer);
  server.closeAllConnections();
  server.close();
});
