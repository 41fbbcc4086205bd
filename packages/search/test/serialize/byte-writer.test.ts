import * as fc from "fast-check";
import { expect, test } from "vitest";
import { ByteWriter } from "../../src/serialize/byte-writer.ts";

test("collects text as UTF-8, also beyond its first size, and starts again", () => {
  const writer = new ByteWriter();
  const piece = fc.oneof(fc.string({ unit: "grapheme" }), fc.constant("é".repeat(300_000)));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 4 }), (texts) => {
      writer.reset();
      for (const text of texts) writer.write(text);
      expect(Buffer.from(writer.peek()).equals(Buffer.from(texts.join("")))).toBe(true);
    }),
    { seed: 20_261_123, numRuns: 50 },
  );
});
