import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { type Clock, systemClock } from "@wayfare/contract";
import { publicUrlOf as publicUrlOfService, type Settings } from "@wayfare/settings";
import type { ConnectionLimits } from "./connections.ts";
import { createHttpServer, type HttpServer } from "./http-server.ts";
import { securityHeaders } from "./security-headers.ts";
import { type LoadingPart, loadingParts, makeStartingHandler } from "./starting.ts";

export interface ListenerOptions {
  /** Address or name. `localhost` stands for all its addresses. */
  host: string;
  /** 0 for a free port. */
  port: number;
  /** Returns the public URL of the service, without a trailing slash. */
  publicUrlOf: (port: number) => string;
  clock: Clock;
  connections?: Partial<ConnectionLimits>;
}

/** The open port of a service that starts. */
export interface Listener extends HttpServer {
  readonly port: number;
  readonly publicUrl: string;
  /** Returns the parts of the start that are not loaded yet. */
  loading(): readonly LoadingPart[];
  /** Notes that a part is loaded. */
  loaded(part: LoadingPart): void;
  /** Returns the number of requests that got a 503 problem because the service was starting. */
  refused(): number;
}

/**
 * Opens the port, and responds until the service takes over with `handOver`: see `makeStartingHandler`. The sockets and connections stay open
 * at the handover.
 *
 * @throws Error of the operating system if the port is in use or the host is not an address of this machine
 */
export async function openListener({ host, port, publicUrlOf, ...options }: ListenerOptions): Promise<Listener> {
  const waiting = new Set<LoadingPart>(loadingParts);
  let refused = 0;
  let publicUrl = publicUrlOf(port);
  const loading = (): LoadingPart[] => loadingParts.filter((part) => waiting.has(part));
  const starting = makeStartingHandler({
    clock: options.clock,
    publicUrl: () => publicUrl,
    headersOf: securityHeaders({ publicUrl }),
    loading,
    onRefused: () => refused++,
  });
  const servers: HttpServer[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(servers.map((each) => each.close()));
  };
  const open = async (address: string): Promise<void> => {
    const opened = createHttpServer({ ...options, publicUrl: () => publicUrl }, starting);
    opened.server.listen(portOf(servers[0]) ?? port, address);
    await once(opened.server, "listening");
    servers.push(opened);
  };
  try {
    const unavailable: unknown[] = [];
    for (const address of await addressesOf(host)) {
      await open(address).catch((error: NodeJS.ErrnoException) => {
        // Many containers have an IPv6 address for `localhost`, but no IPv6.
        if (!unavailableCodes.has(error.code ?? "")) throw error;
        unavailable.push(error);
      });
    }
    const [first] = servers;
    if (first === undefined) throw unavailable[0];
    const bound = portOf(first) ?? port;
    publicUrl = publicUrlOf(bound);
    return {
      server: first.server,
      port: bound,
      publicUrl,
      loading,
      loaded: (part) => void waiting.delete(part),
      refused: () => refused,
      handOver(handle) {
        for (const each of servers) each.handOver(handle);
      },
      observe(onEnd) {
        for (const each of servers) each.observe(onEnd);
      },
      close,
      closeAllConnections() {
        for (const each of servers) each.closeAllConnections();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const unavailableCodes: ReadonlySet<string> = new Set(["EADDRNOTAVAIL", "EAFNOSUPPORT"]);

/** Opens the port that the settings name, like `openListener`. */
export function openServicePort(settings: Settings, clock: Clock = systemClock): Promise<Listener> {
  const { host, port, maxConnections } = settings;
  return openListener({
    host,
    port,
    publicUrlOf: (bound) => publicUrlOfService(settings, bound),
    clock,
    connections: { maxConnections },
  });
}

/** `localhost` can be an IPv4 and an IPv6 address, and clients may try either. */
async function addressesOf(host: string): Promise<string[]> {
  if (host !== "localhost") return [host];
  return [...new Set((await lookup(host, { all: true })).map(({ address }) => address))];
}

/** Returns the port of a server that listens; undefined of another one. */
function portOf(opened: HttpServer | undefined): number | undefined {
  const address = opened?.server.address();
  return typeof address === "object" && address !== null ? address.port : undefined;
}
