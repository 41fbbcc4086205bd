import { connect as connectTcp, isIP, type Socket } from "node:net";
import { type SecureContext, connect as startTls } from "node:tls";
import { canonicalAddress } from "../addresses/ip-ranges.ts";
import { isLoopbackAddress } from "../addresses/ssrf-guard.ts";
import { connectThrough, type Proxy } from "./proxy.ts";

/** Target of a connection: checked, canonical addresses, and the host for TLS. */
export interface DialTarget {
  readonly addresses: readonly string[];
  readonly port: number;
  /** Host of the URL, for SNI and the certificate check. */
  readonly host: string;
  /** Null for plain http. */
  readonly secureContext: SecureContext | null;
  /** Proxy to all addresses but those of loopback; null to connect directly. */
  readonly proxy: Proxy | null;
}

/** An open connection and the checked address that it reaches. */
export interface Dialed {
  readonly socket: Socket;
  readonly peer: string;
}

/** Listener of a dial. `onSocket` receives every socket, so that the caller can destroy it. */
export interface DialListener {
  onPhase(phase: "connect" | "tls", address: string): void;
  onSocket(socket: Socket): void;
  isAbandoned(): boolean;
}

/** The peer of a connection is not one of the checked addresses. */
export class UnvettedPeerError extends Error {}

/** Maximum number of addresses to try. More would use up the timeout. */
const maxAttempts = 4;
/** Time in milliseconds until the next address is tried. The last one has the rest of the timeout. */
const attemptMs = 1_000;

/**
 * Opens a connection to one of the addresses, alternating between IPv4 and IPv6 (RFC 8305). It never connects elsewhere:
 * sockets get IP addresses, which are not resolved again, and the peer is compared with them before a byte is sent. A proxy gets
 * the address to connect to.
 *
 * @throws the error of the last attempt.
 */
export async function dial(target: DialTarget, listener: DialListener): Promise<Dialed> {
  const { socket: tcp, peer } = await dialTcp(target, listener);
  if (!target.addresses.includes(peer)) {
    tcp.destroy();
    throw new UnvettedPeerError("The connection reached an address that was not checked.");
  }
  if (target.secureContext === null) return { socket: tcp, peer };
  listener.onPhase("tls", peer);
  const tls = startTls({
    socket: tcp,
    secureContext: target.secureContext,
    ...(isIP(target.host) === 0 ? { servername: target.host } : { host: target.host }),
    ALPNProtocols: ["http/1.1"],
    rejectUnauthorized: true,
  });
  listener.onSocket(tls);
  return { socket: await opened(tls, "secureConnect"), peer };
}

/** Returns the canonical peer address; empty if the socket is closed. */
function peerOf({ remoteAddress = "" }: Socket): string {
  return canonicalAddress(remoteAddress) ?? "";
}

async function dialTcp({ addresses, port, proxy }: DialTarget, listener: DialListener): Promise<Dialed> {
  const order = alternateFamilies(addresses).slice(0, maxAttempts);
  let failure: unknown = new Error("no address to connect to");
  for (const [index, address] of order.entries()) {
    if (listener.isAbandoned()) break;
    listener.onPhase("connect", address);
    const onSocket = (socket: Socket) => {
      listener.onSocket(socket);
      if (index < order.length - 1) socket.setTimeout(attemptMs, () => socket.destroy());
    };
    try {
      const { socket, peer } = await openTcp({ address, port, proxy }, onSocket);
      return { socket: socket.setTimeout(0), peer };
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** Opens a connection to one address. The peer of a direct one is read from the socket. */
async function openTcp(
  { address, port, proxy }: { address: string; port: number; proxy: Proxy | null },
  onSocket: (socket: Socket) => void,
): Promise<Dialed> {
  if (proxy !== null && !isLoopbackAddress(address)) {
    return { socket: await connectThrough(proxy, { address, port }, onSocket), peer: address };
  }
  const socket = connectTcp({ host: address, port, noDelay: true, keepAlive: true });
  onSocket(socket);
  await opened(socket, "connect");
  return { socket, peer: peerOf(socket) };
}

/** Waits for an event. The error listener stays, because an unhandled socket error ends the process. */
function opened<Opening extends Socket>(socket: Opening, event: "connect" | "secureConnect"): Promise<Opening> {
  const { promise, resolve, reject } = Promise.withResolvers<Opening>();
  socket.once(event, () => resolve(socket));
  socket.on("error", reject);
  socket.once("close", () => reject(new Error("connection closed while opening")));
  return promise;
}

/** Alternates between the address families, starting with the resolver's first, so that a dead family costs one attempt. */
function alternateFamilies(addresses: readonly string[]): string[] {
  const isIpv6 = (address: string) => address.includes(":");
  const [first = ""] = addresses;
  const same = addresses.filter((address) => isIpv6(address) === isIpv6(first));
  const other = addresses.filter((address) => isIpv6(address) !== isIpv6(first));
  return same.flatMap((address, index) => [address, ...other.slice(index, index + 1)]).concat(other.slice(same.length));
}
