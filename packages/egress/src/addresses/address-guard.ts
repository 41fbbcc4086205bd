import { isIP } from "node:net";
import { canonicalAddress, getAddressRange, isInsideRanges, lastIpv4Of } from "./ip-ranges.ts";
import { globalUnicast, internalNames, loopback, nat64, specialRanges } from "./special-ranges.ts";

/** Addresses that may be called besides the public internet. */
export interface GuardRules {
  /** Plain http to loopback addresses on any port. */
  readonly allowLoopback: boolean;
  /** Networks that are called although they are not public, as CIDR ranges. */
  readonly allowCidrs: readonly string[];
  /** Ports for https beside 443 and 8443. */
  readonly ports: readonly number[];
}

const publicPorts: readonly number[] = [443, 8443];
const hostName = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/;

/**
 * Why an address may not be called, or null where it may. An IPv4-mapped address is judged as its IPv4 address, and a
 * NAT64 address in an allowed range as what it translates to, so that allowing a translator does not allow loopback
 * behind it. The reason names the kind of address and not the address, which may be a secret of the network.
 */
export function refuseAddress(rules: GuardRules, address: string): string | null {
  const canonical = canonicalAddress(address);
  if (canonical === undefined) return "is no IP address";
  if (isInsideRanges(rules.allowCidrs.map(getAddressRange), canonical)) {
    return isInsideRanges(nat64, canonical) ? refuseAddress(rules, lastIpv4Of(canonical)) : null;
  }
  if (isLoopbackAddress(canonical)) return rules.allowLoopback ? null : kindOf("loopback");
  const special = specialRanges.find(({ range }) => isInsideRanges([range], canonical));
  if (special) return kindOf(special.kind);
  return canonical.includes(":") && !isInsideRanges(globalUnicast, canonical) ? kindOf("unassigned") : null;
}

/**
 * Why an address may not be called with this scheme, or null where it may: loopback is for plain http alone, and plain
 * http for loopback alone, unless an operator names the network, which still takes https.
 */
export function refuseAddressFor(rules: GuardRules, protocol: string, address: string): string | null {
  if (protocol === "https:") return refuseAddress({ ...rules, allowLoopback: false }, address);
  return rules.allowLoopback && isLoopbackAddress(address)
    ? null
    : "is not a loopback address, which plain http is for";
}

/**
 * Why a URL may not be called, as far as the URL says so itself, or null: its spelling, scheme, port, user, fragment,
 * literal address and name. What a name resolves to is judged at each call. Throws where an allowed range is no CIDR.
 */
export function refuseUrl(rules: GuardRules, url: string): string | null {
  // Parsers disagree about these, and a fault of one must not become a way around another.
  if (/[\\\s\p{Cc}]/u.test(url))
    return "The URL has a backslash, white space or a control character: percent-encode it.";
  if (!/^https?:\/\/[^/]/i.test(url) || !URL.canParse(url)) return "The URL is not an absolute https URL.";
  if (url.includes("#")) return "The URL has a fragment, which is never sent: leave it out.";
  const { protocol, username, password, hostname, port } = new URL(url);
  const [, authority = ""] = /^https?:\/\/([^/?]*)/i.exec(url) ?? [];
  if (username !== "" || password !== "" || authority.includes("@")) return "The URL has a user or password.";
  const host = hostOf(hostname);
  return isIP(host) === 0 ? refuseName(rules, protocol, host, port) : refuseLiteral(rules, protocol, host, port);
}

/** The host of a parsed URL as sockets take it: IPv6 without brackets. */
export function hostOf(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}

function refuseName(rules: GuardRules, protocol: string, host: string, port: string): string | null {
  if (host.endsWith(".")) return `The host name ends in a dot: leave it out.`;
  if (!hostName.test(host)) return "The URL's host is not a host name.";
  const isLocalhost = isUnder("localhost", host);
  if (protocol === "http:") return isLocalhost && rules.allowLoopback ? null : plainHttp(rules);
  // Where internal networks may be called, so may the names that lead there; what they resolve to decides.
  if (rules.allowCidrs.length === 0) {
    const isInternal = isLocalhost || !host.includes(".") || internalNames.some((name) => isUnder(name, host));
    if (isInternal) return `The host name ${host} is not a public one.`;
  }
  return refusePort(rules, port);
}

function refuseLiteral(rules: GuardRules, protocol: string, host: string, port: string): string | null {
  if (host.includes(":") && canonicalAddress(host)?.includes(":") === false) {
    return "The URL's host is an IPv4 address written as IPv6.";
  }
  if (protocol === "http:") return refuseAddressFor(rules, protocol, host) === null ? null : plainHttp(rules);
  const reason = refuseAddressFor(rules, protocol, host);
  return reason === null ? refusePort(rules, port) : `The URL's address ${host} ${reason}.`;
}

function refusePort(rules: GuardRules, port: string): string | null {
  const ports = [...publicPorts, ...rules.ports];
  return ports.includes(port === "" ? 443 : Number(port)) ? null : `The URL's port is not one of ${ports.join(", ")}.`;
}

function plainHttp({ allowLoopback }: GuardRules): string {
  return `The URL is not an https URL${allowLoopback ? ", and its host is not a loopback address or localhost" : ""}.`;
}

function kindOf(kind: string): string {
  return `is not a public address (${kind})`;
}

/** True for a loopback address in any spelling; false for a name, also for localhost. */
export function isLoopbackAddress(address: string): boolean {
  return isInsideRanges(loopback, address);
}

function isUnder(name: string, host: string): boolean {
  return host === name || host.endsWith(`.${name}`);
}
