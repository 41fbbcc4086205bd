import { connect as connectTcp, isIP, type Socket } from "node:net";
import { type SecureContext, connect as startTls } from "node:tls";
import { canonicalAddress } from "../addresses/ip-ranges.ts";

/** Where to connect: vetted, canonical addresses, and for https whose certificate to ask for. */
export interface DialTarget {
  readonly addresses: readonly string[];
  readonly port: number;
  /** The host of the URL, which TLS names and checks. */
  readonly host: string;
  /** Null for plain http. */
  readonly secureContext: SecureContext | null;
}

/** Told while a dial goes on. `onSocket` gets every socket, so that whoever gives up can destroy it. */
export interface DialWatch {
  onPhase(phase: "connect" | "tls", address: string): void;
  onSocket(socket: Socket): void;
  isAbandoned(): boolean;
}

/** A connection led to an address that nobody vetted. */
export class UnvettedPeerError extends Error {}

/** More would only eat the deadline. */
const mostAttempts = 4;
/** How long an address may keep the next one waiting, in milliseconds. The last one has until the deadline. */
const attemptMs = 1_000;

/**
 * Opens a connection to one of the addresses, both families in turn (RFC 8305), and never to another: the sockets are
 * given literal addresses, which nothing resolves again, and the peer is compared with them before a byte is sent.
 * Rejects with what the last attempt failed of.
 */
export async function dial(target: DialTarget, watch: DialWatch): Promise<Socket> {
  const tcp = await dialTcp(target, watch);
  const peer = peerOf(tcp);
  if (!target.addresses.includes(peer)) {
    tcp.destroy();
    throw new UnvettedPeerError("The connection led to another address than the vetted one.");
  }
  if (target.secureContext === null) return tcp;
  watch.onPhase("tls", peer);
  const tls = startTls({
    socket: tcp,
    secureContext: target.secureContext,
    ...(isIP(target.host) === 0 ? { servername: target.host } : { host: target.host }),
    ALPNProtocols: ["http/1.1"],
    rejectUnauthorized: true,
  });
  watch.onSocket(tls);
  return await opened(tls, "secureConnect");
}

/** The address at the other end, canonical; empty where the socket has none any more. */
export function peerOf({ remoteAddress = "" }: Socket): string {
  return canonicalAddress(remoteAddress) ?? "";
}

async function dialTcp({ addresses, port }: DialTarget, watch: DialWatch): Promise<Socket> {
  const order = alternating(addresses).slice(0, mostAttempts);
  let failure: unknown = new Error("There is no address to connect to.");
  for (const [at, address] of order.entries()) {
    if (watch.isAbandoned()) break;
    watch.onPhase("connect", address);
    const socket = connectTcp({ host: address, port, noDelay: true, keepAlive: true });
    watch.onSocket(socket);
    if (at < order.length - 1) socket.setTimeout(attemptMs, () => socket.destroy());
    try {
      await opened(socket, "connect");
      return socket.setTimeout(0);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** The listener for errors stays: a socket without one takes the process with it. */
function opened<Opening extends Socket>(socket: Opening, event: "connect" | "secureConnect"): Promise<Opening> {
  const { promise, resolve, reject } = Promise.withResolvers<Opening>();
  socket.once(event, () => resolve(socket));
  socket.on("error", reject);
  socket.once("close", () => reject(new Error("The connection was closed while it was being made.")));
  return promise;
}

/** Begins with the family that the resolver put first, and takes both in turn, so that one dead family costs little. */
function alternating(addresses: readonly string[]): string[] {
  const isIpv6 = (address: string) => address.includes(":");
  const [first = ""] = addresses;
  const same = addresses.filter((address) => isIpv6(address) === isIpv6(first));
  const other = addresses.filter((address) => isIpv6(address) !== isIpv6(first));
  return same.flatMap((address, at) => [address, ...other.slice(at, at + 1)]).concat(other.slice(same.length));
}
