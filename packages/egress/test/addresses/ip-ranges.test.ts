import { BlockList } from "node:net";
import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalAddress, isInsideRanges, parseAddressRange } from "../../src/addresses/ip-ranges.ts";

const runs = { seed: 20_260_301, numRuns: 1000 };

test.each([
  ["203.0.113.0/24", "203.0.113.0/24"],
  ["203.0.113.7/24", "203.0.113.0/24"],
  ["203.0.113.255/25", "203.0.113.128/25"],
  ["203.0.113.7", "203.0.113.7/32"],
  ["255.255.255.255/0", "0.0.0.0/0"],
  ["255.255.255.255/1", "128.0.0.0/1"],
  ["2001:db8::/32", "2001:db8::/32"],
  ["2001:0DB8:0:0:8:800:200C:417A/33", "2001:db8::/33"],
  ["2001:db8:ffff::1/33", "2001:db8:8000::/33"],
  ["2001:db8::1", "2001:db8::1/128"],
  ["::/0", "::/0"],
  ["::ffff:203.0.113.7/120", "203.0.113.0/24"],
  ["::ffff:cb00:7107/120", "203.0.113.0/24"],
  ["0:0:0:0:0:FFFF:203.0.113.7", "203.0.113.7/32"],
  ["::ffff:203.0.113.7/96", "0.0.0.0/0"],
  ["::203.0.113.7/120", "::cb00:7100/120"],
])("parses the range %s as %s", (text, canonical) => {
  expect(parseAddressRange(text)?.text).toBe(canonical);
  expect(parseAddressRange(canonical)?.text).toBe(canonical);
});

const invalidAddresses = [
  ["", " ", "localhost", "10.1", "10", "1.2.3", "1.2.3.4.5", "1.2.3.", "1.2.3.256", "-1.2.3.4", "3232235777"],
  ["010.0.0.1", "0x0a.0.0.1", "1.2.3.04", "１.2.3.4", "1,2,3,4", "1.2.3.4:80", "1.2.3.4\0", "1.2.3.4\n"],
  [" 1.2.3.4", "1.2.3.4 ", "fe80::1%eth0", "fe80::1%", "::ffff:1.2.3.4%1", "[::1]", ":", ":::", "1::2::3", "g::"],
  ["12345::", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "::ffff:01.2.3.4", "::ffff:1.2.3", "::1 ", "\t::1"],
].flat();

test.each(invalidAddresses)("rejects %j as an address and a range", (text) => {
  expect(canonicalAddress(text)).toBeUndefined();
  expect(parseAddressRange(text)).toBeUndefined();
  expect(parseAddressRange(`${text}/8`)).toBeUndefined();
  expect(isInsideRanges(rangesOf("0.0.0.0/0", "::/0"), text)).toBe(false);
});

const invalidRanges = [
  ["1.2.3.4/", "1.2.3.4/33", "1.2.3.4/128", "1.2.3.4/-1", "1.2.3.4/+8", "1.2.3.4/08", "1.2.3.4/00", "1.2.3.4/8.0"],
  ["1.2.3.4/0x8", "1.2.3.4/1e1", "1.2.3.4/ 8", "1.2.3.4/8 ", "1.2.3.4 /8", "1.2.3.4/8\n", "1.2.3.4/8/8", "/8"],
  ["1.2.3.4/255.0.0.0", "1.2.3.4/٨", "::/129", "::/1000", "::/", "::/a", "fe80::1%eth0/64"],
  ["::ffff:1.2.3.4/95", "::ffff:1.2.3.4/24", "::ffff:102:304/0", "::ffff:1.2.3.4/129"],
].flat();

test.each(invalidRanges)("rejects the range %j", (text) => {
  expect(parseAddressRange(text)).toBeUndefined();
});

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::FFFF:203.0.113.7", "203.0.113.7"],
  ["0::ffff:cb00:7107", "203.0.113.7"],
  ["0000:0000:0000:0000:0000:ffff:cb00:7107", "203.0.113.7"],
  ["2001:0DB8::0001", "2001:db8::1"],
  ["2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"],
  ["2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"],
  ["::1.2.3.4", "::102:304"],
  ["::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"],
  ["64:ff9b::1.2.3.4", "64:ff9b::102:304"],
  ["::ffff:0:1.2.3.4", "::ffff:0:102:304"],
])("formats %s as %s", (text, canonical) => {
  expect(canonicalAddress(text)).toBe(canonical);
});

test("formats IPv6 addresses like URLs do", () => {
  fc.assert(
    fc.property(fc.oneof(ipv6Bytes.map(formatIpv6), unmapped), (text) => {
      expect(`[${canonicalAddress(text)}]`).toBe(urlHost(text));
    }),
    runs,
  );
});

test("matches IPv4 addresses like Node's BlockList", () => {
  fc.assert(
    fc.property(fc.array(rangeAndNeighbor(ipv4Bytes, formatIpv4), { minLength: 1, maxLength: 4 }), expectAgreement),
    runs,
  );
});

test("matches IPv6 addresses like Node's BlockList", () => {
  fc.assert(
    fc.property(fc.array(rangeAndNeighbor(ipv6Bytes, formatIpv6), { minLength: 1, maxLength: 4 }), expectAgreement),
    runs,
  );
});

test("treats mapped addresses and ranges as IPv4 in every notation", () => {
  fc.assert(
    fc.property(rangeAndNeighbor(ipv4Bytes, formatIpv4), ({ address, prefix, neighbor }) => {
      const range = parseAddressRange(`${address}/${prefix}`);
      for (const spelling of mappedSpellings(address)) {
        expect(parseAddressRange(`${spelling}/${prefix + 96}`)).toEqual(range);
      }
      const inside = isInsideRanges(rangesOf(`${address}/${prefix}`), neighbor);
      for (const spelling of mappedSpellings(neighbor)) {
        expect(canonicalAddress(spelling)).toBe(neighbor);
        expect(isInsideRanges(rangesOf(`${address}/${prefix}`), spelling)).toBe(inside);
      }
    }),
    runs,
  );
});

test("never matches addresses of the other family", () => {
  expect(isInsideRanges(rangesOf("::/0"), "203.0.113.7")).toBe(false);
  expect(isInsideRanges(rangesOf("::/0"), "::ffff:203.0.113.7")).toBe(false);
  expect(isInsideRanges(rangesOf("0.0.0.0/0"), "::1")).toBe(false);
  expect(isInsideRanges(rangesOf("203.0.113.7"), "::203.0.113.7")).toBe(false);
});

test("matches nothing without ranges", () => {
  expect(isInsideRanges([], "203.0.113.7")).toBe(false);
});

const ipv4Bytes = fc.uint8Array({ minLength: 4, maxLength: 4 });
// The first byte excludes mapped addresses, which Node's BlockList counts as both families.
const ipv6Bytes = fc
  .array(fc.oneof(fc.constant(0), fc.nat(255)), { minLength: 15, maxLength: 15 })
  .map((bytes) => Uint8Array.from([0x20, ...bytes]));
const unmapped = fc.ipV6().filter((text) => !urlHost(text).startsWith("[::ffff:"));

interface RangeAndNeighbor {
  address: string;
  prefix: number;
  neighbor: string;
}

/** A range and an address that differs from it in one bit, inside or outside the prefix. */
function rangeAndNeighbor(bytes: fc.Arbitrary<Uint8Array>, format: (bytes: Uint8Array) => string) {
  return bytes.chain((address) => {
    const bits = address.length * 8;
    const bit = fc.integer({ min: address.length === 16 ? 8 : 0, max: bits - 1 });
    return fc.tuple(fc.integer({ min: 0, max: bits }), bit).map(([prefix, changed]): RangeAndNeighbor => {
      const other = address.map((byte, index) => (index === changed >> 3 ? byte ^ (0x80 >> (changed & 7)) : byte));
      return { address: format(address), prefix, neighbor: format(other) };
    });
  });
}

function expectAgreement(rows: readonly RangeAndNeighbor[]): void {
  const oracle = new BlockList();
  const family = rows[0]?.address.includes(":") ? "ipv6" : "ipv4";
  for (const { address, prefix } of rows) oracle.addSubnet(address, prefix, family);
  const ranges = rangesOf(...rows.map(({ address, prefix }) => `${address}/${prefix}`));
  for (const tried of rows.flatMap(({ address, neighbor }) => [address, neighbor])) {
    expect(isInsideRanges(ranges, tried)).toBe(oracle.check(tried, family));
  }
  for (const { address, prefix, neighbor } of rows) {
    const one = new BlockList();
    one.addSubnet(address, prefix, family);
    expect(isInsideRanges(rangesOf(`${address}/${prefix}`), neighbor)).toBe(one.check(neighbor, family));
  }
}

function rangesOf(...texts: string[]) {
  return texts.map((text) => {
    const range = parseAddressRange(text);
    if (!range) throw new Error(`invalid range ${text}`);
    return range;
  });
}

function formatIpv4(bytes: Uint8Array): string {
  return bytes.join(".");
}

function formatIpv6(bytes: Uint8Array): string {
  return (Buffer.from(bytes).toString("hex").match(/.{4}/g) ?? []).join(":");
}

function mappedSpellings(address: string): string[] {
  const hex = (Buffer.from(address.split(".").map(Number)).toString("hex").match(/.{4}/g) ?? []).join(":");
  return [`::ffff:${address}`, `0:0:0:0:0:FFFF:${address}`, `0::ffff:${address}`, `::ffff:${hex}`, `::0:FFFF:${hex}`];
}

function urlHost(address: string): string {
  return new URL(`http://[${address}]`).hostname;
}
