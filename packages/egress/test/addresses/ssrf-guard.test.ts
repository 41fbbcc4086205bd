import fc from "fast-check";
import { expect, test } from "vitest";
import {
  checkAddress,
  checkAddressFor,
  checkUrl,
  type GuardRules,
  rulesOfOrigin,
} from "../../src/addresses/ssrf-guard.ts";
import { edges, isInNodeList, isPublic, spellings } from "./address-oracle.ts";

const runs = { seed: 20_260_301, numRuns: 1500 };
const rules: GuardRules = { allowLoopback: false, allowCidrs: [], ports: [] };
const addresses = fc.oneof(
  fc.tuple(fc.bigInt({ min: 0n, max: (1n << 32n) - 1n }), fc.constant(32 as const)),
  fc.tuple(fc.bigInt({ min: 0n, max: (1n << 128n) - 1n }), fc.constant(128 as const)),
  // Most of the address space is blocked, so addresses in 2000::/3, ::/64 and the mapped block are generated more often.
  fc.tuple(fc.bigInt({ min: 1n << 125n, max: (1n << 126n) - 1n }), fc.constant(128 as const)),
  fc.tuple(fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }), fc.constant(128 as const)),
  fc.tuple(fc.bigInt({ min: 0xffffn << 32n, max: (0x1_0000n << 32n) - 1n }), fc.constant(128 as const)),
);

test("blocks exactly the addresses that the registries list, in any notation", () => {
  fc.assert(
    fc.property(addresses, (address) => {
      for (const text of spellings(address))
        expect([text, checkAddress(rules, text) === null]).toStrictEqual([text, isPublic(address)]);
    }),
    runs,
  );
});

test("agrees with the oracle at the bounds of every block", () => {
  for (const address of edges) {
    for (const text of spellings(address))
      expect([text, checkAddress(rules, text) === null]).toStrictEqual([text, isPublic(address)]);
  }
});

test.each([
  ["169.254.169.254", "AWS, Google Cloud, Azure and most others", "link-local"],
  ["fd00:ec2::254", "AWS over IPv6", "private (unique local)"],
  ["fd20:ce::254", "Google Cloud over IPv6", "private (unique local)"],
  ["100.100.100.200", "Alibaba Cloud", "shared by carriers (CGNAT)"],
  ["192.0.0.192", "Oracle Cloud", "reserved for protocols"],
  ["::ffff:169.254.169.254", "mapped", "link-local"],
  ["::ffff:0:a9fe:a9fe", "translated", "IPv4-translated (SIIT)"],
  ["::169.254.169.254", "IPv4-compatible", "IPv4-compatible"],
  ["64:ff9b::a9fe:a9fe", "through NAT64", "NAT64"],
  ["64:ff9b:1::a9fe:a9fe", "through a local NAT64", "local NAT64"],
  ["2002:a9fe:a9fe::1", "through 6to4", "6to4"],
  ["2001:0:a9fe:a9fe::1", "through Teredo", "reserved for protocols (Teredo, ORCHID, benchmarking)"],
])("blocks the metadata service at %s (%s) as %s", (address, _cloud, kind) => {
  expect(checkAddress(rules, address)).toBe(`is not a public address (${kind})`);
});

test.each(["1.1.1.1", "93.184.215.14", "2606:4700::1111", "2a00:1450:4001:82a::200e", "::ffff:1.1.1.1"])(
  "allows %s",
  (address) => {
    expect(checkAddress(rules, address)).toBeNull();
  },
);

test.each(
  [
    ["", " ", "localhost", "1.1.1", "1.1", "16843009", "0x1.1.1.1", "01.1.1.1", "1.1.1.1 ", "１.1.1.1"],
    ["1.1.1.1/32", "[2606:4700::1111]", "fe80::1%eth0", "2606:4700::1111%0", "::ffff:01.1.1.1", "::ffff:1.1.1"],
  ].flat(),
)("refuses %j, which is not an address, even if every range is allowed", (text) => {
  const open = { ...rules, allowLoopback: true, allowCidrs: ["0.0.0.0/0", "::/0"] };
  expect(checkAddress(open, text)).toBe("is not an IP address");
});

const ranges = [
  "10.0.0.0/8",
  "10.1.2.3/32",
  "192.168.77.64/27",
  "fd00::/8",
  "fd12:3456::/33",
  "0.0.0.0/0",
  "100.64.0.0/11",
];

test("an allowed range allows exactly its addresses, compared with Node's BlockList", () => {
  fc.assert(
    fc.property(fc.constantFrom(...ranges), fc.oneof(addresses, fc.constantFrom(...edges)), (cidr, address) => {
      const expected = isPublic(address) || isInNodeList(cidr, address);
      const [text = ""] = spellings(address);
      expect(checkAddress({ ...rules, allowCidrs: [cidr] }, text) === null).toBe(expected);
    }),
    runs,
  );
});

test("accepts a range as a bare address, with host bits, or IPv4-mapped", () => {
  const allowed = (cidr: string, address: string) => checkAddress({ ...rules, allowCidrs: [cidr] }, address) === null;
  expect(allowed("10.1.2.3", "10.1.2.3")).toBe(true);
  expect(allowed("10.1.2.3", "10.1.2.4")).toBe(false);
  expect(allowed("10.1.2.3/24", "10.1.2.200")).toBe(true);
  expect(allowed("::ffff:10.0.0.0/104", "10.200.0.1")).toBe(true);
  expect(allowed("10.0.0.0/8", "::ffff:10.0.0.1")).toBe(true);
  expect(allowed("10.0.0.0/8", "64:ff9b::a00:1")).toBe(false);
});

test.each(["", "10.0.0.0/", "10.0.0.0/33", "10/8", "10.0.0.0/08", "10.0.0.0/8/8", "::/129", "::ffff:10.0.0.0/95", "x"])(
  "throws for the range %j",
  (cidr) => {
    expect(() => checkAddress({ ...rules, allowCidrs: [cidr] }, "1.1.1.1")).toThrow("is not a CIDR range");
  },
);

test("allowing NAT64 allows the public addresses behind it, not loopback or metadata", () => {
  const nat64 = { ...rules, allowCidrs: ["64:ff9b::/96"] };
  expect(checkAddress(nat64, "64:ff9b::101:101")).toBeNull();
  expect(checkAddress(nat64, "64:ff9b::7f00:1")).toContain("loopback");
  expect(checkAddress(nat64, "64:ff9b::a9fe:a9fe")).toContain("link-local");
  expect(checkAddress({ ...rules, allowCidrs: ["64:ff9b::/96", "10.0.0.0/8"] }, "64:ff9b::a00:1")).toBeNull();
});

test("allowLoopback allows plain http to loopback and nothing else", () => {
  const lenient = { ...rules, allowLoopback: true };
  for (const address of ["127.0.0.1", "127.255.255.255", "::1", "::ffff:127.0.0.1"]) {
    expect(checkAddressFor(lenient, "http:", address)).toBeNull();
    expect(checkAddressFor(lenient, "https:", address)).toContain("loopback");
    expect(checkAddressFor(rules, "http:", address)).not.toBeNull();
  }
  for (const address of ["1.1.1.1", "10.0.0.1", "0.0.0.0", "::", "::7f00:1", "64:ff9b::7f00:1"]) {
    expect(checkAddressFor({ ...lenient, allowCidrs: ["10.0.0.0/8"] }, "http:", address)).not.toBeNull();
  }
});

test("does not disclose the address in the reason", () => {
  expect(checkAddress(rules, "10.20.30.40")).not.toContain("10.20.30.40");
});

test("a listed origin may be called on its port, and on loopback if it is plain http; no other origin may", () => {
  const listed = { ...rules, origins: ["http://127.0.0.1:9000", "https://proxy.example.com:9443"] };
  const check = (url: string) => checkUrl(rulesOfOrigin(listed, new URL(url).origin), url);
  for (const url of ["http://127.0.0.1:9000/a?b=c", "https://proxy.example.com:9443/a", "https://example.com"])
    expect(check(url), url).toBeNull();
  for (const url of [
    "http://127.0.0.1:9001/a",
    "http://127.0.0.2:9000/a",
    "http://localhost:9000/a",
    "http://[::1]:9000",
    "https://127.0.0.1:9000/a",
    "http://proxy.example.com:9443",
    "https://proxy.example.com:9444",
    "https://other.example.com:9443",
  ])
    expect(check(url), url).not.toBeNull();
});

test("a listed origin outside of loopback does not allow plain http", () => {
  const listed = { ...rules, origins: ["http://192.0.2.1:9000", "http://example.com"] };
  for (const url of ["http://192.0.2.1:9000/", "http://example.com/"])
    expect(checkUrl(rulesOfOrigin(listed, new URL(url).origin), url), url).not.toBeNull();
  const allowed = rulesOfOrigin(listed, "http://example.com");
  expect(checkAddressFor(allowed, "http:", "93.184.216.34")).not.toBeNull();
});
