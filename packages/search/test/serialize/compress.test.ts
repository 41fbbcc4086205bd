import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { ByteWriter } from "../../src/serialize/byte-writer.ts";
import { compress } from "../../src/serialize/compress.ts";

const decompressors = {
  zstd: zstdDecompressSync,
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (bytes: Uint8Array) => Buffer.from(bytes),
} as const;

const codings = ["zstd", "br", "gzip", "identity"] as const;

const textOf = (name: string, bytes: number) => `${name}✈`.repeat(bytes).slice(0, bytes);

test.each(codings)("returns bytes in %s that a later response does not overwrite", (coding) => {
  const out = new ByteWriter();
  const texts = ["first", "second"].map((name) => textOf(name, 5000));
  const results = texts.map((text) => {
    out.reset();
    out.write(text);
    return compress(out.peek(), coding);
  });
  expect(results.map((each) => decompressors[coding](each.bytes).toString())).toEqual(texts);
  for (const each of results) {
    expect(each.coding).toBe(coding);
    expect(each.bytes.buffer).not.toBe(out.peek().buffer);
  }
});

test.each(codings)("does not compress a response below 1 KiB (%s)", (coding) => {
  const [small, large] = [Buffer.alloc(1023, "a"), Buffer.alloc(1024, "a")];
  expect(compress(small, coding)).toEqual({ bytes: new Uint8Array(small), coding: "identity" });
  expect(compress(large, coding).coding).toBe(coding);
});
