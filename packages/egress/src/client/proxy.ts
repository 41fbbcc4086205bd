import { request as startRequest } from "node:http";
import { isIPv6, type Socket } from "node:net";

/** HTTP proxy that opens connections with CONNECT (RFC 9110, section 9.3.6). */
export interface Proxy {
  readonly host: string;
  readonly port: number;
  /** Value of Proxy-Authorization; null for none. */
  readonly authorization: string | null;
}

/** The proxy did not open the connection. The message is for people and has no data from the proxy but its status. */
export class ProxyError extends Error {}

/**
 * Parses the URL of a proxy, such as `http://user:password@proxy.internal:3128`.
 *
 * @returns undefined unless it is an http URL of a host, without a path or query.
 */
export function parseProxy(text: string): Proxy | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, port, pathname, search, hash, username, password } = new URL(text);
  if (protocol !== "http:" || hostname === "" || pathname !== "/" || `${search}${hash}` !== "") return undefined;
  const hasCredentials = `${username}${password}` !== "";
  const credentials = hasCredentials ? decodeCredentials(username, password) : null;
  if (credentials === undefined) return undefined;
  const authorization = credentials === null ? null : `Basic ${Buffer.from(credentials).toString("base64")}`;
  return { host: hostname.replace(/^\[|\]$/g, ""), port: port === "" ? 80 : Number(port), authorization };
}

function decodeCredentials(username: string, password: string): string | undefined {
  try {
    return `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  } catch {
    return undefined;
  }
}

/**
 * Opens a connection to an address through a proxy. The proxy gets the address, never a name, so it cannot resolve one to an
 * address that was not checked.
 *
 * @param onSocket called with the socket to the proxy, so that the caller can destroy it.
 * @throws ProxyError if the proxy cannot be reached, refuses, or does not answer with HTTP.
 */
export function connectThrough(
  proxy: Proxy,
  { address, port }: { address: string; port: number },
  onSocket: (socket: Socket) => void,
): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const path = `${isIPv6(address) ? `[${address}]` : address}:${port}`;
  const authorization = proxy.authorization === null ? {} : { "proxy-authorization": proxy.authorization };
  const { host } = proxy;
  const headers = { host: path, ...authorization };
  const request = startRequest({ host, port: proxy.port, method: "CONNECT", path, headers, agent: false });
  request.once("socket", onSocket);
  request.once("connect", ({ statusCode = 0 }, socket, head) => {
    // The error listener stays, because an unhandled socket error ends the process.
    socket.on("error", reject);
    if (statusCode >= 200 && statusCode < 300) {
      if (head.length > 0) socket.unshift(head);
      resolve(socket);
      return;
    }
    socket.destroy();
    reject(new ProxyError(`the proxy answered ${statusCode}`));
  });
  request.on("error", (error: NodeJS.ErrnoException) =>
    reject(new ProxyError(`the proxy did not open a connection${error.code === undefined ? "" : ` (${error.code})`}`)),
  );
  request.end();
  return promise;
}
