import { BlockList } from "node:net";

type Bits = readonly [value: bigint, width: 32 | 128];
type Block = readonly [first: bigint, last: bigint];

const ipv4 = (a: number, b = 0, c = 0, d = 0) => BigInt(((a * 256 + b) * 256 + c) * 256 + d);
const upTo = (first: bigint, hostBits: number): Block => [first, first + (1n << BigInt(hostBits)) - 1n];
const top = (group: bigint) => group << 112n;

/** First and last addresses, transcribed from the registries and independent of the table under test. */
const ipv4Blocks: readonly Block[] = [
  [ipv4(0), ipv4(0, 255, 255, 255)],
  [ipv4(10), ipv4(10, 255, 255, 255)],
  [ipv4(100, 64), ipv4(100, 127, 255, 255)],
  [ipv4(127), ipv4(127, 255, 255, 255)],
  [ipv4(169, 254), ipv4(169, 254, 255, 255)],
  [ipv4(172, 16), ipv4(172, 31, 255, 255)],
  [ipv4(192, 0, 0), ipv4(192, 0, 0, 255)],
  [ipv4(192, 0, 2), ipv4(192, 0, 2, 255)],
  [ipv4(192, 31, 196), ipv4(192, 31, 196, 255)],
  [ipv4(192, 52, 193), ipv4(192, 52, 193, 255)],
  [ipv4(192, 88, 99), ipv4(192, 88, 99, 255)],
  [ipv4(192, 168), ipv4(192, 168, 255, 255)],
  [ipv4(192, 175, 48), ipv4(192, 175, 48, 255)],
  [ipv4(198, 18), ipv4(198, 19, 255, 255)],
  [ipv4(198, 51, 100), ipv4(198, 51, 100, 255)],
  [ipv4(203, 0, 113), ipv4(203, 0, 113, 255)],
  [ipv4(224), ipv4(255, 255, 255, 255)],
];

/** Special blocks in 2000::/3. Everything outside of 2000::/3 is special. */
const ipv6Blocks: readonly Block[] = [
  upTo(top(0x2001n), 105),
  upTo(top(0x2001n) + (0xdb8n << 96n), 96),
  upTo(top(0x2002n), 112),
  upTo(top(0x2620n) + (0x4fn << 96n) + (0x8000n << 80n), 80),
  upTo(top(0x3fffn), 108),
];
const globalUnicast = upTo(top(0x2000n), 125);
const mapped = upTo(0xffffn << 32n, 32);

/** Addresses at which the result can change: the ends of every block and their neighbors. */
export const edges: readonly Bits[] = [
  ...neighborsOf(ipv4Blocks).map((value): Bits => [value & 0xffff_ffffn, 32]),
  ...neighborsOf([...ipv6Blocks, globalUnicast, mapped]).map((value): Bits => [value & ((1n << 128n) - 1n), 128]),
];

/** True if an address is public, by comparing numbers. */
export function isPublic([value, width]: Bits): boolean {
  if (width === 32) return !isIn(ipv4Blocks, value);
  if (isIn([mapped], value)) return isPublic([value & 0xffff_ffffn, 32]);
  return isIn([globalUnicast], value) && !isIn(ipv6Blocks, value);
}

/** Returns the notations of an address: short and full, lowercase and uppercase, with and without an IPv4 tail. */
export function spellings([value, width]: Bits): string[] {
  if (width === 32) return [dotted(value)];
  const groups = Array.from({ length: 8 }, (_, index) => ((value >> BigInt(112 - 16 * index)) & 0xffffn).toString(16));
  const full = groups.join(":");
  const tailed = `${groups.slice(0, 6).join(":")}:${dotted(value & 0xffff_ffffn)}`;
  const padded = groups.map((group) => group.padStart(4, "0")).join(":");
  const shortened = [full, tailed].map((text) => text.replace(/(^|:)0(:0)+(:|$)/, "::"));
  return [full, tailed, padded, full.toUpperCase(), ...shortened];
}

/** True if Node's BlockList contains the address. */
export function isInNodeList(cidr: string, [value, width]: Bits): boolean {
  const [first = "", prefix = ""] = cidr.split("/");
  const list = new BlockList();
  list.addSubnet(first, Number(prefix), first.includes(":") ? "ipv6" : "ipv4");
  const [text = ""] = spellings([value, width]);
  return list.check(text, width === 32 ? "ipv4" : "ipv6");
}

function dotted(value: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 0xffn).join(".");
}

function isIn(blocks: readonly Block[], value: bigint): boolean {
  return blocks.some(([first, last]) => first <= value && value <= last);
}

function neighborsOf(blocks: readonly Block[]): bigint[] {
  return blocks.flatMap(([first, last]) => [first - 1n, first, first + 1n, last - 1n, last, last + 1n]);
}
