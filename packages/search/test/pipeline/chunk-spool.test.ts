import * as fc from "fast-check";
import { expect, test } from "vitest";
import { ChunkSpool } from "../../src/pipeline/chunk-spool.ts";
import type { SearchChunk } from "../../src/pipeline/search-job.ts";

const done = { flights: 3, supply: [] };

function textOf(chunks: readonly SearchChunk[]): string {
  return Buffer.concat(chunks.map(({ bytes }) => bytes)).toString("latin1");
}

test("returns all bytes in order, in chunks of at most 48 KiB, while it is written and read in turn", async () => {
  const piece = fc.record({ size: fc.integer({ min: 0, max: 400_000 }), readsAfter: fc.integer({ min: 0, max: 12 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 6 }), async (pieces) => {
      const spool = new ChunkSpool();
      const reader = spool[Symbol.asyncIterator]();
      const chunks: SearchChunk[] = [];
      let [written, waiting] = ["", 0];
      for (const [at, { size, readsAfter }] of pieces.entries()) {
        const text = String(at).repeat(size);
        spool.push({ bytes: Buffer.from(text), ...(at === 0 && { started: true }) });
        written += text;
        waiting += Math.max(1, Math.ceil(size / (48 * 1024)));
        for (let reads = Math.min(readsAfter, waiting); reads > 0; reads--, waiting--) {
          const { value } = await reader.next();
          if (value !== undefined) chunks.push(value);
        }
      }
      spool.push({ bytes: Buffer.from("end"), done });
      spool.end();
      for await (const chunk of reader) chunks.push(chunk);
      expect(textOf(chunks) === `${written}end`).toBe(true);
      expect(Math.max(...chunks.map(({ bytes }) => bytes.byteLength))).toBeLessThanOrEqual(48 * 1024);
      expect(chunks.map(({ started }) => started)).toEqual([true, ...chunks.slice(1).map(() => undefined)]);
      expect(chunks.map((chunk) => chunk.done)).toEqual([...chunks.slice(1).map(() => undefined), done]);
    }),
    { seed: 1, numRuns: 10 },
  );
});

test("sets the start and the end of bytes that need several chunks on the first and the last one", async () => {
  const spool = new ChunkSpool();
  spool.push({ bytes: new Uint8Array(100_000), started: true, done });
  spool.end();
  const chunks = await Array.fromAsync(spool);
  expect(chunks.map(({ started, done: end }) => [started, end])).toEqual([
    [true, undefined],
    [undefined, undefined],
    [undefined, done],
  ]);
});

test("throws the error of the stream after the chunks that wait", async () => {
  const spool = new ChunkSpool();
  spool.push({ bytes: Buffer.from("a") });
  spool.fail(new Error("planted"));
  const reader = spool[Symbol.asyncIterator]();
  expect(textOf([(await reader.next()).value ?? expect.fail()])).toBe("a");
  await expect(reader.next()).rejects.toThrow("planted");
});
