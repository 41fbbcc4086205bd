import { type AddressRange, getAddressRange } from "./ip-ranges.ts";

/**
 * Blocked ranges, from the IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890, RFC 8190) and the multicast
 * registries. Includes entries that the registries mark as globally reachable: no HTTP service runs on AS112 sinks, relays
 * or anycast discovery addresses. Cloud metadata services are in link-local (169.254.169.254), shared (100.100.100.200),
 * protocol assignment (192.0.0.192) and unique local (fd00:ec2::254) ranges.
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

/** Blocked ranges with the kind of their addresses. */
export const specialRanges: readonly { range: AddressRange; kind: string }[] = cidrs.map(([cidr, kind]) => ({
  range: getAddressRange(cidr),
  kind,
}));

/** The only IPv6 range that IANA has allocated for unicast. Addresses outside it are refused as unassigned. */
export const globalUnicast: readonly AddressRange[] = [getAddressRange("2000::/3")];

/** NAT64 (RFC 6052): the last 32 bits are the IPv4 address that a translator calls. */
export const nat64: readonly AddressRange[] = [getAddressRange("64:ff9b::/96")];

/** Loopback ranges. */
export const loopback: readonly AddressRange[] = ["127.0.0.0/8", "::1/128"].map(getAddressRange);

/**
 * Top-level names of internal networks: RFC 6762 (local), RFC 8375 (home.arpa), the private-use name that ICANN reserved
 * in 2024 (internal), and localdomain from many hosts files. localhost (RFC 6761) is handled separately.
 */
export const internalNames: readonly string[] = ["local", "internal", "home.arpa", "localdomain"];
