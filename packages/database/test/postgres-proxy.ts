import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export interface PostgresProxy {
  /** `127.0.0.1:port` */
  readonly host: string;
  /** The server's connection string with the proxy's host. */
  readonly connectionString: string;
  /** Number of accepted connections. */
  readonly arrivals: number;
  /** Closes all connections and rejects new ones. */
  goDown(): void;
  /** Accepts connections again, on the same port. */
  start(): Promise<void>;
  /**
   * Closes the first connection on which the client sends these texts, in this order, at the last one. With `delivers`, the server receives
   * the last one too, and its response is lost.
   */
  cutAfter(texts: readonly string[], options: { delivers: boolean }): void;
}

interface Cut {
  texts: readonly string[];
  delivers: boolean;
}

/** Starts a TCP proxy on loopback in front of a PostgreSQL server, for tests that lose the connection. */
export async function startPostgresProxy(serverUrl: string): Promise<PostgresProxy> {
  const target = new URL(serverUrl);
  const sockets = new Set<Socket>();
  let arrivals = 0;
  let cut: Cut | undefined;
  const server = createServer((near) => {
    arrivals++;
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    }
    far.pipe(near);
    near.on("close", () => far.end());
    let seen = 0;
    near.on("data", (data) => {
      const { texts = [], delivers = true } = cut ?? {};
      while (seen < texts.length && data.includes(texts[seen] ?? "")) seen++;
      if (cut === undefined || seen < texts.length) {
        far.write(data);
        return;
      }
      far.unpipe(near);
      if (delivers) far.write(data);
      cut = undefined;
      near.destroy();
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the proxy does not listen on a port");
  const host = `127.0.0.1:${address.port}`;
  return {
    host,
    connectionString: Object.assign(new URL(serverUrl), { host }).href,
    get arrivals() {
      return arrivals;
    },
    goDown() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
    async start() {
      await once(server.listen(address.port, "127.0.0.1"), "listening");
    },
    cutAfter(texts, { delivers }) {
      cut = { texts, delivers };
    },
  };
}
