/**
 * Subscriber process of `benchmarks/webhooks.ts`: responds `{}` and reports arrivals to its parent in batches. It parses only as much HTTP
 * as it needs, because Node's own server would use as much CPU as the measured sender. `/hang` never responds.
 */
import { createServer, type Socket } from "node:net";

/** Delivery ids and their arrival times, on a clock shared by all processes of a machine. */
let got: [string, number][] = [];
const answer =
  "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\nkeep-alive: timeout=60\r\n\r\n{}";

function serve(socket: Socket): void {
  let pending = Buffer.alloc(0);
  socket.setNoDelay(true);
  socket.on("error", () => socket.destroy());
  socket.on("data", (chunk) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    for (;;) {
      const headEnd = pending.indexOf("\r\n\r\n");
      if (headEnd < 0) return;
      const head = pending.toString("latin1", 0, headEnd);
      const end = headEnd + 4 + Number(/\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (pending.length < end) return;
      pending = pending.subarray(end);
      if (head.startsWith("POST /hang")) continue;
      got.push([/\nsvc-delivery-id: (\S+)/i.exec(head)?.[1] ?? "", performance.timeOrigin + performance.now()]);
      socket.write(answer);
    }
  });
}

const sockets = new Set<Socket>();
const server = createServer((socket) => {
  sockets.add(socket);
  socket.once("close", () => sockets.delete(socket));
  serve(socket);
});
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
  for (const socket of sockets) socket.destroy();
  server.close();
});
