import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";

interface StartedProxy {
  url: string;
  /** Target and credentials of each CONNECT. */
  requests: (string | undefined)[][];
}

/** Starts a proxy whose connections all lead to one local port; with a status, it refuses them. */
export async function startProxy({ port = 0, status }: { port?: number; status?: number }): Promise<StartedProxy> {
  const requests: StartedProxy["requests"] = [];
  const sockets = new Set<Socket>();
  const server = createServer();
  server.on("connection", (socket) => sockets.add(socket));
  server.on("connect", (request, socket) => {
    requests.push([request.url, request.headers.host, request.headers["proxy-authorization"]]);
    if (status !== undefined) {
      socket.end(`HTTP/1.1 ${status} Refused\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    const target = connect({ host: "127.0.0.1", port });
    sockets.add(target);
    target
      .on("error", () => socket.destroy())
      .once("connect", () => {
        socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
        socket.pipe(target).pipe(socket);
      });
    socket.on("error", () => target.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}
