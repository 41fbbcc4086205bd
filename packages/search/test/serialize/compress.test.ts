import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { compress } from "../../src/serialize/compress.ts";

const bytes = new TextEncoder().encode(JSON.stringify(Array.from({ length: 1000 }, (_, n) => ({ n }))));

test.each([
  ["zstd", zstdDecompressSync],
  ["br", brotliDecompressSync],
  ["gzip", gunzipSync],
] as const)("compresses with %s", (coding, decompress) => {
  const compressed = compress(bytes, coding);
  expect(compressed.coding).toBe(coding);
  expect(compressed.bytes.byteLength).toBeLessThan(bytes.byteLength / 2);
  expect(new Uint8Array(decompress(compressed.bytes))).toEqual(bytes);
});

test("copies the bytes without a coding, so that the next response does not overwrite them", () => {
  const source = Uint8Array.from(bytes);
  const copied = compress(source, "identity");
  source.fill(0);
  expect(copied).toEqual({ bytes, coding: "identity" });
});

test("leaves small responses uncompressed", () => {
  expect(compress(bytes.subarray(0, 1023), "zstd").coding).toBe("identity");
  expect(compress(bytes.subarray(0, 1024), "zstd").coding).toBe("zstd");
});
