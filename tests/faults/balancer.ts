import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { onTestFinished } from "vitest";

interface Backend {
  url: URL;
  agent: Agent;
  isHealthy: boolean;
}

export interface Balancer {
  url: string;
  /** Adds a backend, which receives requests once a health check has succeeded. */
  add(url: string): void;
  remove(url: string): void;
  /** Number of backends that were ready in the last checks. */
  readonly healthy: number;
}

/**
 * Starts a reverse proxy with keep-alive connections. It sends requests round-robin to the backends whose last check of `/readyz` returned
 * 200. It retries nothing: if a backend refuses a request or the connection fails, it returns 502.
 */
export async function startBalancer(checkEveryMs: number): Promise<Balancer> {
  const backends = new Map<string, Backend>();
  let turn = 0;
  const healthy = (): Backend[] => [...backends.values()].filter(({ isHealthy }) => isHealthy);

  const forward = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const backend = healthy()[turn++ % Math.max(1, healthy().length)];
    const fail = (reason: string): void => {
      if (!outgoing.headersSent) outgoing.writeHead(502, { "x-reason": reason });
      outgoing.end();
    };
    if (backend === undefined) return fail("no healthy backend");
    const { method, headers, url: path = "/" } = incoming;
    const onward = request(new URL(path, backend.url), { method, agent: backend.agent, headers });
    onward.on("error", (error: NodeJS.ErrnoException) => fail(error.code ?? error.message));
    onward.on("response", (response) => {
      const { connection: _own, ...kept } = response.headers;
      outgoing.writeHead(response.statusCode ?? 502, kept);
      response.pipe(outgoing);
    });
    incoming.pipe(onward);
  };

  const check = async (backend: Backend): Promise<void> => {
    const response = await fetch(new URL("/readyz", backend.url)).catch(() => undefined);
    backend.isHealthy = response?.status === 200;
    await response?.arrayBuffer();
  };
  const timer = setInterval(() => {
    for (const backend of backends.values()) void check(backend);
  }, checkEveryMs);

  const server = createServer(forward);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const remove = (url: string): void => {
    backends.get(url)?.agent.destroy();
    backends.delete(url);
  };
  onTestFinished(() => {
    clearInterval(timer);
    server.closeAllConnections();
    server.close();
    for (const url of backends.keys()) remove(url);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the balancer is not listening on a port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    add: (url) =>
      void backends.set(url, { url: new URL(url), agent: new Agent({ keepAlive: true }), isHealthy: false }),
    remove,
    get healthy() {
      return healthy().length;
    },
  };
}
