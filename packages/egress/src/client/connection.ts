import type { Socket } from "node:net";
import { type buildConnector, Client } from "undici";
import { hostOf } from "../addresses/ssrf-guard.ts";
import { type DialTarget, dial } from "./dial.ts";
import { codeOf, isTlsAlert } from "./failures.ts";
import type { Proxy } from "./proxy.ts";
import type { TlsIdentity } from "./tls-identities.ts";

/** Listener of the request that uses a connection. */
export interface ConnectionListener {
  onPhase(phase: "connect" | "tls", address: string): void;
  /** Called when a socket was opened, not when a kept-alive one is reused. */
  onOpen(): void;
}

type Target = Omit<DialTarget, "addresses">;

/** Keep-alive time of an idle connection in milliseconds, whatever the server announces. */
const idleMs = 30_000;
const maxHeaderBytes = 16_384;
const abandoned = new Error("connection abandoned");

/** Returns the key of the connections that a request may use. */
export function connectionKey({ origin }: URL, { id }: TlsIdentity): string {
  return id === "" ? origin : `${origin} ${id}`;
}

/**
 * One connection to an origin, for one request at a time. Uses an undici Client rather than a Pool to know which request
 * opened which socket, how long that took, and which socket to destroy on a timeout.
 */
export class Connection {
  /** Origin and TLS identity: requests of another key never use the connection. */
  readonly key: string;
  /** HTTP/1.1 client of the connection. Opens the socket at the first request. */
  readonly client: Client;
  #addresses: readonly string[] = [];
  #listener: ConnectionListener | undefined;
  #socket: Socket | undefined;
  #peer: string | null = null;
  #isDestroyed = false;
  #alert: Error | undefined;

  constructor(
    url: URL,
    { identity, proxy }: { identity: TlsIdentity; proxy: Proxy | null },
    onClosed: (connection: Connection) => void,
  ) {
    this.key = connectionKey(url, identity);
    const isTls = url.protocol === "https:";
    const defaultPort = isTls ? 443 : 80;
    const target = {
      port: url.port === "" ? defaultPort : Number(url.port),
      host: hostOf(url.hostname),
      secureContext: isTls ? identity.secureContext : null,
      proxy,
    };
    this.client = new Client(url.origin, {
      allowH2: false,
      pipelining: 1,
      maxHeaderSize: maxHeaderBytes,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
      // The timeout of the request covers these.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (_options, done) => void this.#connect(target, done),
    });
    this.client.on("disconnect", () => onClosed(this));
  }

  /** Assigns the connection to a request, with the addresses that it may connect to. */
  assign(addresses: readonly string[], listener: ConnectionListener): void {
    this.#addresses = addresses;
    this.#listener = listener;
  }

  /** Peer address, or null if the socket is not open. */
  get peer(): string | null {
    return this.#socket?.destroyed === false ? this.#peer : null;
  }

  /** TLS alert of the server, for which undici 8.12 reports only that the socket has ended. */
  get alert(): Error | undefined {
    return this.#alert;
  }

  /** Closes the socket immediately, even while it is being opened. */
  destroy(): void {
    this.#isDestroyed = true;
    // The callback avoids a promise that needs a handler; undici's destroy cannot fail.
    this.client.destroy(abandoned, () => {});
    this.#socket?.destroy();
  }

  async #connect(target: Target, done: buildConnector.Callback): Promise<void> {
    let socket: Socket;
    try {
      socket = await this.#open(target);
    } catch (error) {
      done(error instanceof Error ? error : new Error("connecting failed", { cause: error }), null);
      return;
    }
    done(null, socket);
  }

  async #open(target: Target): Promise<Socket> {
    const { socket, peer } = await dial(
      { ...target, addresses: this.#addresses },
      {
        onPhase: (phase, address) => this.#listener?.onPhase(phase, address),
        onSocket: (opening) => {
          this.#socket = opening;
        },
        isAbandoned: () => this.#isDestroyed,
      },
    );
    socket.once("error", (error) => {
      if (isTlsAlert(codeOf(error))) this.#alert = error;
    });
    this.#peer = peer;
    this.#listener?.onOpen();
    return socket;
  }
}
