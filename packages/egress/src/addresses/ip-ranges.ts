import { isIPv4, isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";

/** A CIDR range, ready to compare. */
export interface AddressRange {
  /** Canonical, with its host bits cleared: `203.0.113.0/24`, `2001:db8::/32`. */
  readonly text: string;
  /** The first address of the range, 4 bytes for IPv4 and 16 for IPv6. */
  readonly bytes: Uint8Array;
  /** Leading bits that an address has to share, at most 32 for IPv4 and 128 for IPv6. */
  readonly prefix: number;
}

const mappedPrefix = 96;
const knownRanges = new Map<string, AddressRange>();

/**
 * Parses a CIDR range or a bare address, which is a range of one. Host bits are cleared, and a range of IPv4-mapped
 * addresses is the IPv4 range; one that is wider than that is no range. Undefined where the text is none.
 */
export function parseAddressRange(text: string): AddressRange | undefined {
  const slash = text.indexOf("/");
  const addressText = slash < 0 ? text : text.slice(0, slash);
  const address = parseAddress(addressText);
  if (!address) return undefined;
  const bits = address.length * 8;
  const skipped = addressText.includes(":") && address.length === 4 ? mappedPrefix : 0;
  const prefix = slash < 0 ? bits : parsePrefix(text.slice(slash + 1)) - skipped;
  if (!(prefix >= 0 && prefix <= bits)) return undefined;
  const bytes = address.map((byte, at) => byte & maskOf(prefix, at));
  return { text: `${formatAddress(bytes)}/${prefix}`, bytes, prefix };
}

/** A range that has been checked before, such as one of the settings. Parsed once. Throws if the text is not a CIDR range. */
export function getAddressRange(text: string): AddressRange {
  const known = knownRanges.get(text);
  if (known) return known;
  const range = parseAddressRange(text);
  if (!range) throw new TypeError(`${JSON.stringify(text)} is no CIDR range`);
  knownRanges.set(text, range);
  return range;
}

/**
 * Whether an address is inside one of the ranges. An IPv4-mapped IPv6 address is the IPv4 one, and so never inside an
 * IPv6 range. False where the text is no address.
 */
export function isInsideRanges(ranges: readonly AddressRange[], address: string): boolean {
  const bytes = parseAddress(address);
  return bytes !== undefined && ranges.some((range) => contains(range, bytes));
}

/** True when every address of the inner range is in the outer one. */
export function rangeContains(outer: AddressRange, inner: AddressRange): boolean {
  return outer.prefix <= inner.prefix && contains(outer, inner.bytes);
}

/** The canonical text of an address: IPv4 where it is mapped, RFC 5952 where not. Undefined where it is none. */
export function canonicalAddress(text: string): string | undefined {
  const bytes = parseAddress(text);
  return bytes && formatAddress(bytes);
}

/** Where a request came from, in canonical form; what a trusted proxy forwarded as it is where it is no address. */
export function addressOf({ ip }: { ip: string }): string {
  return ip.includes(":") ? (canonicalAddress(ip) ?? ip) : ip;
}

/** The network of an IPv6 address as text, such as `2001:db8::/64`; of IPv4, and of text that is no address, the text itself. */
export function addressNetwork(address: string, prefix: number): string {
  const bytes = parseAddress(address);
  if (bytes === undefined || bytes.length === 4) return address;
  return `${formatAddress(bytes.map((byte, at) => byte & maskOf(prefix, at)))}/${prefix}`;
}

/** The IPv4 address in the last 32 bits of an IPv6 address. Throws if the text is not an address. */
export function lastIpv4Of(address: string): string {
  const bytes = parseAddress(address);
  if (!bytes) throw new TypeError(`${address} is no address`);
  return bytes.slice(-4).join(".");
}

/** Bytes by text. Most requests come from few addresses, and a lookup is checked against every special range. */
const parsedAddresses = new Map<string, Uint8Array | undefined>();
const maxParsedAddresses = 1000;

function parseAddress(text: string): Uint8Array | undefined {
  if (parsedAddresses.has(text)) return parsedAddresses.get(text);
  if (parsedAddresses.size >= maxParsedAddresses) parsedAddresses.clear();
  const bytes = parseNewAddress(text);
  parsedAddresses.set(text, bytes);
  return bytes;
}

/** Four or sixteen bytes. Node is the judge of the spelling: ipaddr.js takes octal, hexadecimal and short IPv4 too. */
function parseNewAddress(text: string): Uint8Array | undefined {
  if (isIPv4(text)) return Uint8Array.from(text.split("."), Number);
  if (text.includes("%") || !isIPv6(text)) return undefined;
  // ipaddr.js takes ::1.2.3.4 for ::ffff:1.2.3.4, which would let an IPv4-compatible address pass for an IPv4 one.
  const address = ipaddr.IPv6.parse(/^::\d+\./.test(text) ? `0${text}` : text);
  return Uint8Array.from((address.isIPv4MappedAddress() ? address.toIPv4Address() : address).toByteArray());
}

function formatAddress(bytes: Uint8Array): string {
  return ipaddr.fromByteArray([...bytes]).toString();
}

/** NaN, which is inside no bounds, where the text is no number. */
function parsePrefix(text: string): number {
  return /^(0|[1-9][0-9]{0,2})$/.test(text) ? Number(text) : Number.NaN;
}

function contains({ bytes, prefix }: AddressRange, address: Uint8Array): boolean {
  if (bytes.length !== address.length) return false;
  for (let at = 0; at * 8 < prefix; at++) {
    if (((address[at] ?? 0) & maskOf(prefix, at)) !== bytes[at]) return false;
  }
  return true;
}

/** The bits of one byte that belong to the prefix. */
function maskOf(prefix: number, at: number): number {
  const bits = Math.min(Math.max(prefix - at * 8, 0), 8);
  return (0xff << (8 - bits)) & 0xff;
}
