import { isIP } from "node:net";
import { canonicalAddress, getAddressRange, isInsideRanges, lastIpv4Of } from "./ip-ranges.ts";
import { globalUnicast, internalNames, loopback, nat64, specialRanges } from "./special-ranges.ts";

/** Rules of the SSRF guard: addresses that may be called in addition to public ones. */
export interface GuardRules {
  /** Allows plain http to loopback addresses on any port. */
  readonly allowLoopback: boolean;
  /** Allowed non-public networks, as CIDR ranges. */
  readonly allowCidrs: readonly string[];
  /** Additional https ports besides 443 and 8443. */
  readonly ports: readonly number[];
  /** Origins, such as `http://127.0.0.1:9000`, that may be called on their own port, and over plain http if they are on loopback. */
  readonly origins?: readonly string[];
}

/** Returns the rules of an origin: those of a listed origin also allow its port, and loopback if its scheme is http. */
export function rulesOfOrigin({ origins = [], ...rules }: GuardRules, origin: string): GuardRules {
  if (!origins.includes(origin)) return rules;
  const { protocol, port } = new URL(origin);
  if (protocol === "http:") return { ...rules, allowLoopback: true };
  return port === "" ? rules : { ...rules, ports: [...rules.ports, Number(port)] };
}

const publicPorts: readonly number[] = [443, 8443];
const hostName = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/;

/**
 * Checks an address. An IPv4-mapped address is checked as its IPv4 address, and a NAT64 address in an allowed range as the
 * address it translates to, so that allowing a translator does not allow loopback behind it.
 *
 * @returns the reason why the address must not be called, or null if it may. The reason names the kind of address, not the
 *   address, which may be internal information.
 */
export function checkAddress(rules: GuardRules, address: string): string | null {
  const canonical = canonicalAddress(address);
  if (canonical === undefined) return "is not an IP address";
  if (isInsideRanges(rules.allowCidrs.map(getAddressRange), canonical)) {
    return isInsideRanges(nat64, canonical) ? checkAddress(rules, lastIpv4Of(canonical)) : null;
  }
  if (isLoopbackAddress(canonical)) return rules.allowLoopback ? null : kindOf("loopback");
  const special = specialRanges.find(({ range }) => isInsideRanges([range], canonical));
  if (special) return kindOf(special.kind);
  return canonical.includes(":") && !isInsideRanges(globalUnicast, canonical) ? kindOf("unassigned") : null;
}

/**
 * Checks an address for a URL scheme: loopback addresses need plain http, and all others need https, including those in
 * `allowCidrs`.
 *
 * @returns the reason why the address must not be called, or null if it may.
 */
export function checkAddressFor(rules: GuardRules, protocol: string, address: string): string | null {
  if (protocol === "https:") return checkAddress({ ...rules, allowLoopback: false }, address);
  return rules.allowLoopback && isLoopbackAddress(address)
    ? null
    : "is not a loopback address, and plain http is allowed for loopback only";
}

/**
 * Checks a URL without resolving its host: syntax, scheme, port, credentials, fragment, IP address literal and host name.
 * The addresses of a host name are checked at each request.
 *
 * @returns the reason why the URL must not be called, or null if it may.
 * @throws TypeError if an allowed range is not a CIDR range.
 */
export function checkUrl(rules: GuardRules, url: string): string | null {
  // URL parsers disagree about these characters, and the difference must not become a way around the guard.
  if (/[\\\s\p{Cc}]/u.test(url))
    return "The URL contains a backslash, white space or a control character. Percent-encode it.";
  if (!/^https?:\/\/[^/]/i.test(url) || !URL.canParse(url)) return "The URL must be an absolute https URL.";
  if (url.includes("#")) return "The URL must not contain a fragment (#).";
  const { protocol, username, password, hostname, port } = new URL(url);
  const [, authority = ""] = /^https?:\/\/([^/?]*)/i.exec(url) ?? [];
  if (username !== "" || password !== "" || authority.includes("@"))
    return "The URL must not contain a user name or password.";
  const host = hostOf(hostname);
  return isIP(host) === 0 ? checkName(rules, protocol, host, port) : checkLiteral(rules, protocol, host, port);
}

/** Returns the host of a parsed URL in the form that sockets expect: IPv6 without brackets. */
export function hostOf(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}

function checkName(rules: GuardRules, protocol: string, host: string, port: string): string | null {
  if (host.endsWith(".")) return "The host name must not end with a dot.";
  if (!hostName.test(host)) return "The URL's host is not a valid host name.";
  const isLocalhost = isUnder("localhost", host);
  if (protocol === "http:") return isLocalhost && rules.allowLoopback ? null : plainHttp(rules);
  // If internal networks are allowed, internal names are too; their addresses decide.
  if (rules.allowCidrs.length === 0) {
    const isInternal = isLocalhost || !host.includes(".") || internalNames.some((name) => isUnder(name, host));
    if (isInternal) return `The host name ${host} is not public.`;
  }
  return checkPort(rules, port);
}

function checkLiteral(rules: GuardRules, protocol: string, host: string, port: string): string | null {
  if (host.includes(":") && canonicalAddress(host)?.includes(":") === false) {
    return "The URL's host is an IPv4-mapped IPv6 address. Use the IPv4 address.";
  }
  if (protocol === "http:") return checkAddressFor(rules, protocol, host) === null ? null : plainHttp(rules);
  const reason = checkAddressFor(rules, protocol, host);
  return reason === null ? checkPort(rules, port) : `The URL's address ${host} ${reason}.`;
}

function checkPort(rules: GuardRules, port: string): string | null {
  const ports = [...publicPorts, ...rules.ports];
  return ports.includes(port === "" ? 443 : Number(port)) ? null : `The URL's port must be one of ${ports.join(", ")}.`;
}

function plainHttp({ allowLoopback }: GuardRules): string {
  return `The URL must use https${allowLoopback ? ", unless its host is localhost or a loopback address" : ""}.`;
}

function kindOf(kind: string): string {
  return `is not a public address (${kind})`;
}

/** True for a loopback address in any notation; false for a name, even localhost. */
export function isLoopbackAddress(address: string): boolean {
  return isInsideRanges(loopback, address);
}

function isUnder(name: string, host: string): boolean {
  return host === name || host.endsWith(`.${name}`);
}
