import type { Socket } from "node:net";
import type { SecureContext } from "node:tls";
import { type buildConnector, Client } from "undici";
import { hostOf } from "../addresses/address-guard.ts";
import { type DialTarget, dial, peerOf } from "./dial.ts";

/** Told what a connection does for the request that has it. */
export interface ConnectionWatch {
  onPhase(phase: "connect" | "tls", address: string): void;
  /** The socket is open; not told where one was kept alive. */
  onOpen(): void;
}

type Target = Omit<DialTarget, "addresses">;

/** How long an idle connection is kept, in milliseconds, whatever the server says. */
const idleMs = 30_000;
const maxHeaderBytes = 16_384;
const abandoned = new Error("The connection was given up.");

/**
 * One connection to an origin, for one request at a time. An undici Client rather than a Pool, so that it is known which
 * request opened which socket, how long that took, and what to destroy when the deadline comes.
 */
export class Connection {
  readonly origin: string;
  /** Speaks HTTP/1.1 over the connection, which it opens at the first request. */
  readonly client: Client;
  #addresses: readonly string[] = [];
  #watch: ConnectionWatch | undefined;
  #socket: Socket | undefined;
  #peer: string | null = null;
  #isDestroyed = false;

  constructor(url: URL, secureContext: SecureContext, onClosed: (connection: Connection) => void) {
    this.origin = url.origin;
    const isTls = url.protocol === "https:";
    const defaultPort = isTls ? 443 : 80;
    const target = {
      port: url.port === "" ? defaultPort : Number(url.port),
      host: hostOf(url.hostname),
      secureContext: isTls ? secureContext : null,
    };
    this.client = new Client(url.origin, {
      allowH2: false,
      pipelining: 1,
      maxHeaderSize: maxHeaderBytes,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
      // The one deadline of a request covers these.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (_options, done) => void this.#connect(target, done),
    });
    this.client.on("disconnect", () => onClosed(this));
  }

  /** Hands the connection to a request, which may use these addresses. */
  assign(addresses: readonly string[], watch: ConnectionWatch): void {
    this.#addresses = addresses;
    this.#watch = watch;
  }

  /** The address at the other end, or null where there is none. */
  get peer(): string | null {
    return this.#socket?.destroyed === false ? this.#peer : null;
  }

  /** Closes the socket at once, open or half open. */
  destroy(): void {
    this.#isDestroyed = true;
    // Without a callback or a handler the promise could only resolve: undici's destroy has no way to fail.
    this.client.destroy(abandoned, () => {});
    this.#socket?.destroy();
  }

  async #connect(target: Target, done: buildConnector.Callback): Promise<void> {
    let socket: Socket;
    try {
      socket = await this.#open(target);
    } catch (error) {
      done(error instanceof Error ? error : new Error("No connection was made.", { cause: error }), null);
      return;
    }
    done(null, socket);
  }

  async #open(target: Target): Promise<Socket> {
    const socket = await dial(
      { ...target, addresses: this.#addresses },
      {
        onPhase: (phase, address) => this.#watch?.onPhase(phase, address),
        onSocket: (opening) => {
          this.#socket = opening;
        },
        isAbandoned: () => this.#isDestroyed,
      },
    );
    this.#peer = peerOf(socket);
    this.#watch?.onOpen();
    return socket;
  }
}
