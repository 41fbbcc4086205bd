import { isIPv4, isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

const parsedRanges = new Map<string, Range>();
const mappedPrefix = 96;

/**
 * The one text of an address: an IPv4-mapped IPv6 address is its IPv4 address. Undefined where it is none, among them
 * octal, short and zoned ones.
 */
export function canonicalAddress(text: string): string | undefined {
  return parseAddress(text)?.toString();
}

/** Whether an address lies in a CIDR range, which may be a bare address. Throws where the range is none. */
export function isInside(cidr: string, address: string): boolean {
  const [first, prefix] = rangeOf(cidr);
  const parsed = parseAddress(address);
  if (!parsed || parsed.kind() !== first.kind()) return false;
  return startsAlike(first.toByteArray(), parsed.toByteArray(), prefix);
}

/** The IPv4 address in the last 32 bits of an IPv6 one. Throws where the text is no address. */
export function lastIpv4Of(address: string): string {
  const bytes = parseAddress(address)?.toByteArray();
  if (!bytes) throw new TypeError(`${address} is no address`);
  return bytes.slice(-4).join(".");
}

/** Node is the judge of the spelling: ipaddr.js takes octal, hexadecimal and short IPv4 too. */
function parseAddress(text: string): Address | undefined {
  if (isIPv4(text)) return ipaddr.IPv4.parse(text);
  if (text.includes("%") || !isIPv6(text)) return undefined;
  // ipaddr.js takes ::1.2.3.4 for ::ffff:1.2.3.4, which would let an IPv4-compatible address pass for an IPv4 one.
  const address = ipaddr.IPv6.parse(/^::\d+\./.test(text) ? `0${text}` : text);
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

function rangeOf(cidr: string): Range {
  const known = parsedRanges.get(cidr);
  if (known) return known;
  const range = parseRange(cidr);
  if (!range) throw new TypeError(`${JSON.stringify(cidr)} is no CIDR range`);
  parsedRanges.set(cidr, range);
  return range;
}

function parseRange(cidr: string): Range | undefined {
  const [addressText = "", prefixText, ...rest] = cidr.split("/");
  const first = parseAddress(addressText);
  if (!first || rest.length > 0) return undefined;
  const bits = first.toByteArray().length * 8;
  if (prefixText === undefined) return [first, bits];
  const skipped = addressText.includes(":") && first.kind() === "ipv4" ? mappedPrefix : 0;
  const prefix = /^(0|[1-9][0-9]{0,2})$/.test(prefixText) ? Number(prefixText) - skipped : -1;
  return prefix >= 0 && prefix <= bits ? [first, prefix] : undefined;
}

function startsAlike(left: readonly number[], right: readonly number[], prefix: number): boolean {
  return left.every((byte, at) => {
    const bits = Math.min(Math.max(prefix - at * 8, 0), 8);
    return ((byte ^ (right[at] ?? 0)) & (0xff << (8 - bits)) & 0xff) === 0;
  });
}
