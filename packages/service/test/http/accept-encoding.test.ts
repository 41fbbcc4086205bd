import fc from "fast-check";
import { expect, test } from "vitest";
import { contentCodings, negotiateEncoding } from "../../src/http/accept-encoding.ts";

test.each([
  [undefined, "identity"],
  ["", "identity"],
  ["gzip", "gzip"],
  ["GZIP", "gzip"],
  ["gzip, deflate", "gzip"],
  ["gzip, deflate, br, zstd", "zstd"],
  ["gzip, br;q=0.9, zstd;q=0.8", "gzip"],
  ["gzip;q=0.001", "gzip"],
  ["*", "zstd"],
  ["*, zstd;q=0", "br"],
  ["*;q=0", "identity"],
  ["*;q=0.5, gzip;q=0.1", "zstd"],
  ["*;q=0, gzip", "gzip"],
  ["identity", "identity"],
  ["identity;q=1, gzip;q=0.5", "identity"],
  ["identity;q=0.5, gzip;q=0.5", "gzip"],
  ["identity;q=0", "identity"],
  ["identity;q=0, gzip", "gzip"],
  ["deflate, compress, x-unknown", "identity"],
  ["gzip;q=0", "identity"],
  ["zstd;q=2, br;q=-1, gzip;q=0.1", "gzip"],
  ["zstd;q=abc, br;level=5, gzip", "gzip"],
  ["gzip ; q=0.5 ,\tbr", "br"],
  ["br, br;q=0, gzip;q=0.1", "gzip"],
  [";;,,q=1", "identity"],
])("negotiates %j as %s", (header, expected) => {
  expect(negotiateEncoding(header)).toBe(expected);
});

test("prefers by the given order at equal weight", () => {
  expect(negotiateEncoding("zstd, br, gzip", ["gzip", "br"])).toBe("gzip");
  expect(negotiateEncoding("zstd, br, gzip;q=0.9", ["gzip", "br"])).toBe("br");
  expect(negotiateEncoding("zstd", ["gzip", "br"])).toBe("identity");
});

/** Distinct names with weights in thousandths. */
const items = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom(...contentCodings, "identity", "*", "deflate", "x-other"),
    thousandths: fc.integer({ min: 0, max: 1000 }),
  }),
  { selector: ({ name }) => name },
);
const spaces = fc.constantFrom("", " ", "\t", "  ");

test("selects the accepted coding with the largest weight, then the first in the server's order", () => {
  fc.assert(
    fc.property(items, spaces, fc.boolean(), (accepted, space, upperCase) => {
      const texts = accepted.map(({ name, thousandths }) => `${space}${name}${space};q=${thousandths / 1000}${space}`);
      const header = upperCase ? texts.join(",").toUpperCase().replaceAll("Q=", "q=") : texts.join(",");
      const weightOf = (name: string) => accepted.find((each) => each.name === name)?.thousandths;
      const ranked = contentCodings
        .map((name) => ({ name, weight: weightOf(name) ?? weightOf("*") ?? 0 }))
        .filter(({ weight }) => weight > 0 && weight >= (weightOf("identity") ?? 0))
        .toSorted((left, right) => right.weight - left.weight);
      expect(negotiateEncoding(header)).toBe(ranked[0]?.name ?? "identity");
    }),
  );
});

test("returns a known encoding for any header, and ignores what it cannot read", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (header) => {
      expect([...contentCodings, "identity"]).toContain(negotiateEncoding(header));
    }),
  );
  fc.assert(
    fc.property(fc.string(), items, (text, accepted) => {
      const noise = text.replaceAll(/[a-z*,]/gi, "");
      const header = accepted.map(({ name, thousandths }) => `${name};q=${thousandths / 1000}`).join(",");
      expect(negotiateEncoding(`${noise},${header}`)).toBe(negotiateEncoding(header));
    }),
  );
});
