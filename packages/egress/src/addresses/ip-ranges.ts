import { isIPv4, isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";

/** A parsed CIDR range. */
export interface AddressRange {
  /** Canonical, with its host bits cleared: `203.0.113.0/24`, `2001:db8::/32`. */
  readonly text: string;
  /** The first address of the range, 4 bytes for IPv4 and 16 for IPv6. */
  readonly bytes: Uint8Array;
  /** Length of the network prefix in bits, at most 32 for IPv4 and 128 for IPv6. */
  readonly prefix: number;
}

const mappedPrefix = 96;
const knownRanges = new Map<string, AddressRange>();

/**
 * Parses a CIDR range or a bare address, which is a range of one. Host bits are cleared. A range of IPv4-mapped addresses
 * becomes the IPv4 range; a wider one is invalid.
 *
 * @returns undefined if the text is not a range.
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
  const bytes = address.map((byte, index) => byte & maskOf(prefix, index));
  return { text: `${formatAddress(bytes)}/${prefix}`, bytes, prefix };
}

/**
 * Returns a range that was validated before, such as one of the settings. Parsed once.
 *
 * @throws TypeError if the text is not a CIDR range.
 */
export function getAddressRange(text: string): AddressRange {
  const known = knownRanges.get(text);
  if (known) return known;
  const range = parseAddressRange(text);
  if (!range) throw new TypeError(`${JSON.stringify(text)} is not a CIDR range`);
  knownRanges.set(text, range);
  return range;
}

/**
 * True if an address is inside one of the ranges. An IPv4-mapped IPv6 address counts as IPv4, so it is never inside an
 * IPv6 range. False if the text is not an address.
 */
export function isInsideRanges(ranges: readonly AddressRange[], address: string): boolean {
  const bytes = parseAddress(address);
  return bytes !== undefined && ranges.some((range) => contains(range, bytes));
}

/** True if every address of the inner range is in the outer one. */
export function rangeContains(outer: AddressRange, inner: AddressRange): boolean {
  return outer.prefix <= inner.prefix && contains(outer, inner.bytes);
}

/** Returns the canonical text of an address: IPv4 if it is mapped, otherwise RFC 5952. Undefined if it is not an address. */
export function canonicalAddress(text: string): string | undefined {
  const bytes = parseAddress(text);
  return bytes && formatAddress(bytes);
}

/** Returns the client address of a request in canonical form. A forwarded value that is not an address is returned unchanged. */
export function getClientAddress({ ip }: { ip: string }): string {
  return ip.includes(":") ? (canonicalAddress(ip) ?? ip) : ip;
}

/** Returns the network of an IPv6 address, such as `2001:db8::/64`. IPv4 addresses and other text are returned unchanged. */
export function addressNetwork(address: string, prefix: number): string {
  const bytes = parseAddress(address);
  if (bytes === undefined || bytes.length === 4) return address;
  return `${formatAddress(bytes.map((byte, index) => byte & maskOf(prefix, index)))}/${prefix}`;
}

/**
 * Returns the IPv4 address in the last 32 bits of an IPv6 address.
 *
 * @throws TypeError if the text is not an address.
 */
export function lastIpv4Of(address: string): string {
  const bytes = parseAddress(address);
  if (!bytes) throw new TypeError(`${JSON.stringify(address)} is not an IP address`);
  return bytes.slice(-4).join(".");
}

/** Parsed addresses by text. Most requests come from few addresses, and each is compared with every special range. */
const parsedAddresses = new Map<string, Uint8Array | undefined>();
const maxParsedAddresses = 1000;

function parseAddress(text: string): Uint8Array | undefined {
  if (parsedAddresses.has(text)) return parsedAddresses.get(text);
  if (parsedAddresses.size >= maxParsedAddresses) parsedAddresses.clear();
  const bytes = parseNewAddress(text);
  parsedAddresses.set(text, bytes);
  return bytes;
}

/** Returns 4 or 16 bytes. Node validates the syntax, because ipaddr.js also accepts octal, hexadecimal and short IPv4. */
function parseNewAddress(text: string): Uint8Array | undefined {
  if (isIPv4(text)) return Uint8Array.from(text.split("."), Number);
  if (text.includes("%") || !isIPv6(text)) return undefined;
  // ipaddr.js parses ::1.2.3.4 as ::ffff:1.2.3.4, so that an IPv4-compatible address would pass as IPv4.
  const address = ipaddr.IPv6.parse(/^::\d+\./.test(text) ? `0${text}` : text);
  return Uint8Array.from((address.isIPv4MappedAddress() ? address.toIPv4Address() : address).toByteArray());
}

function formatAddress(bytes: Uint8Array): string {
  return ipaddr.fromByteArray([...bytes]).toString();
}

/** Returns NaN, which fails every range check, if the text is not a number. */
function parsePrefix(text: string): number {
  return /^(0|[1-9][0-9]{0,2})$/.test(text) ? Number(text) : Number.NaN;
}

function contains({ bytes, prefix }: AddressRange, address: Uint8Array): boolean {
  if (bytes.length !== address.length) return false;
  for (let index = 0; index * 8 < prefix; index++) {
    if (((address[index] ?? 0) & maskOf(prefix, index)) !== bytes[index]) return false;
  }
  return true;
}

/** Returns the mask of one byte for a prefix. */
function maskOf(prefix: number, index: number): number {
  const bits = Math.min(Math.max(prefix - index * 8, 0), 8);
  return (0xff << (8 - bits)) & 0xff;
}
