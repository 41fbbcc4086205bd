import { type AddressRange, getAddressRange } from "./ip-ranges.ts";

/**
 * What may never be called, after the IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890, RFC 8190) and the
 * multicast registries. Entries that the registries mark as globally reachable are here as well: no
 * HTTP service runs on AS112 sinks, relays or anycast discovery addresses. The metadata services of the clouds sit in link-local
 * (169.254.169.254), shared (100.100.100.200), protocol assignment (192.0.0.192) and unique local (fd00:ec2::254) space.
 */
const cidrs: readonly (readonly [cidr: string, kind: string])[] = [
  ["0.0.0.0/8", "this network"],
  ["10.0.0.0/8", "private"],
  ["100.64.0.0/10", "shared by carriers (CGNAT)"],
  ["127.0.0.0/8", "loopback"],
  ["169.254.0.0/16", "link-local"],
  ["172.16.0.0/12", "private"],
  ["192.0.0.0/24", "reserved for protocols"],
  ["192.0.2.0/24", "documentation"],
  ["192.31.196.0/24", "AS112"],
  ["192.52.193.0/24", "AMT relay"],
  ["192.88.99.0/24", "6to4 relay"],
  ["192.168.0.0/16", "private"],
  ["192.175.48.0/24", "AS112"],
  ["198.18.0.0/15", "benchmarking"],
  ["198.51.100.0/24", "documentation"],
  ["203.0.113.0/24", "documentation"],
  ["224.0.0.0/4", "multicast"],
  ["240.0.0.0/4", "reserved or broadcast"],
  ["::/128", "unspecified"],
  ["::1/128", "loopback"],
  ["::/96", "IPv4-compatible"],
  ["::ffff:0:0:0/96", "IPv4-translated (SIIT)"],
  ["64:ff9b::/96", "NAT64"],
  ["64:ff9b:1::/48", "local NAT64"],
  ["100::/64", "discard-only"],
  ["2001::/23", "reserved for protocols (Teredo, ORCHID, benchmarking)"],
  ["2001:db8::/32", "documentation"],
  ["2002::/16", "6to4"],
  ["2620:4f:8000::/48", "AS112"],
  ["3fff::/20", "documentation"],
  ["5f00::/16", "segment routing"],
  ["fc00::/7", "private (unique local)"],
  ["fe80::/10", "link-local"],
  ["fec0::/10", "site-local"],
  ["ff00::/8", "multicast"],
];

/** Each with the kind of its addresses. */
export const specialRanges: readonly { range: AddressRange; kind: string }[] = cidrs.map(([cidr, kind]) => ({
  range: getAddressRange(cidr),
  kind,
}));

/** The only IPv6 space that IANA has given out for unicast; whatever lies outside it is refused without a name. */
export const globalUnicast: readonly AddressRange[] = [getAddressRange("2000::/3")];

/** Where every address has an IPv4 address in its last 32 bits that a translator calls (RFC 6052). */
export const nat64: readonly AddressRange[] = [getAddressRange("64:ff9b::/96")];

/** What a machine calls itself. */
export const loopback: readonly AddressRange[] = ["127.0.0.0/8", "::1/128"].map(getAddressRange);

/**
 * Names that only mean something inside a network: RFC 6761 (localhost), RFC 6762 (local), RFC 8375 (home.arpa), and the
 * private-use name that ICANN set aside in 2024 (internal). localdomain is what many hosts files say.
 */
export const internalNames: readonly string[] = ["local", "internal", "home.arpa", "localdomain"];
