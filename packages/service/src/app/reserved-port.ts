import { createServer, type Server } from "node:net";

/** A port that is reserved until it is released. */
export interface ReservedPort {
  readonly port: number;
  release(): Promise<void>;
}

/**
 * Reserves a free port. A start writes its URL to files before the service listens, and the operating system could give the port to
 * another process in between. Connections to a reserved port are closed.
 *
 * @throws Error of the operating system if the host is not an address of this machine.
 */
export function reservePort(host: string): Promise<ReservedPort> {
  const { promise, resolve, reject } = Promise.withResolvers<ReservedPort>();
  const server = createServer((socket) => socket.destroy());
  let closing: Promise<void> | undefined;
  server.once("error", reject);
  server.listen(0, host, () => {
    const address = server.address();
    if (address === null || typeof address === "string") reject(new Error("the operating system returned no port"));
    else resolve({ port: address.port, release: () => (closing ??= close(server)) });
  });
  return promise;
}

function close(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  return promise;
}
