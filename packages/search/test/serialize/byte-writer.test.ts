import * as fc from "fast-check";
import { expect, test } from "vitest";
import { ByteWriter } from "../../src/serialize/byte-writer.ts";
import { hostileText } from "./hostile-text.ts";

test("writes texts one after the other as UTF-8", () => {
  const out = new ByteWriter();
  fc.assert(
    // Halves of a surrogate pair are never in two texts: JSON text of one string is one text.
    fc.property(fc.array(hostileText.map((text) => text.toWellFormed())), (texts) => {
      out.reset();
      for (const text of texts) out.write(text);
      expect(Buffer.from(out.peek()).equals(Buffer.from(texts.join(""), "utf8"))).toBe(true);
    }),
    { seed: 20_261_121, numRuns: 300 },
  );
});

test.each(["a", "é", "✈", "😀"])("grows to several times its size for texts of %j", (char) => {
  const out = new ByteWriter();
  const [short, long] = [char.repeat(10), char.repeat(700_000)];
  for (const text of [short, long, short, long]) out.write(text);
  const expected = Buffer.from(short + long + short + long, "utf8");
  expect(Buffer.from(out.peek()).equals(expected)).toBe(true);
});

test("starts a new text in the same buffer", () => {
  const out = new ByteWriter();
  out.write("a long first text");
  const first = out.peek();
  out.reset();
  expect(out.peek().byteLength).toBe(0);
  out.write("second");
  expect(Buffer.from(out.peek()).toString()).toBe("second");
  expect(out.peek().buffer).toBe(first.buffer);
});
