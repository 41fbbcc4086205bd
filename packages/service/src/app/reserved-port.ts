import { createServer, type Server } from "node:net";

/** A port that nobody else gets before it is released. */
export interface ReservedPort {
  readonly port: number;
  release(): Promise<void>;
}

/**
 * Takes a free port and keeps it. Its number is in what a start writes down long before the service listens, and the
 * operating system would meanwhile give it to the next connection that anybody opens. Whoever calls it is hung up on.
 *
 * @throws Error of the operating system where the host is not one of this machine's
 */
export function reservePort(host: string): Promise<ReservedPort> {
  const { promise, resolve, reject } = Promise.withResolvers<ReservedPort>();
  const server = createServer((socket) => socket.destroy());
  let closing: Promise<void> | undefined;
  server.once("error", reject);
  server.listen(0, host, () => {
    const address = server.address();
    if (address === null || typeof address === "string") reject(new Error("the operating system named no port"));
    else resolve({ port: address.port, release: () => (closing ??= close(server)) });
  });
  return promise;
}

function close(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  return promise;
}
