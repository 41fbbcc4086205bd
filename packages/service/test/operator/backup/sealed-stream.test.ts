import { Writable } from "node:stream";
import { createGzip, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { pump } from "../../../src/operator/backup/pump.ts";
import { SealError, seal as sealWith, unseal } from "../../../src/operator/backup/sealed-stream.ts";

/** Uses the cheapest key derivation; the real costs take half a second. */
const seal = (source: AsyncIterable<Buffer>, secret: string) => sealWith(source, secret, 10);
const passphrase = "correct horse battery staple";
const chunk = 65_536;

async function* inParts(bytes: Buffer, size = 10_000): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const collect = async (source: AsyncIterable<Buffer>) => Buffer.concat(await Array.fromAsync(source));
const pattern = (length: number) => Buffer.from(Array.from({ length }, (_, at) => (at * 31 + (at >> 8)) & 0xff));

describe("a sealed stream", () => {
  test.each([0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk])("of %d bytes decrypts to its content", async (length) => {
    const plain = pattern(length);
    const sealed = await collect(seal(inParts(plain), passphrase));
    expect(sealed.length).toBe(28 + length + 16 * Math.max(1, Math.ceil(length / chunk)));
    expect((await collect(unseal(inParts(sealed, 7777), passphrase))).equals(plain)).toBe(true);
  });

  test("does not decrypt with another passphrase", async () => {
    const sealed = await collect(seal(inParts(pattern(100)), passphrase));
    await expect(collect(unseal(inParts(sealed), "another passphrase"))).rejects.toThrow(/wrong passphrase/);
  });

  test("does not decrypt if it is truncated, also between two chunks, or if chunks are reordered", async () => {
    const sealed = await collect(seal(inParts(pattern(3 * chunk)), passphrase));
    const header = sealed.subarray(0, 28);
    const [first, second, last] = [0, 1, 2].map((at) =>
      sealed.subarray(28 + at * (chunk + 16), 28 + (at + 1) * (chunk + 16)),
    );
    for (const parts of [
      [header],
      [header, first],
      [header, first, second],
      [header, first, second, last?.subarray(0, -1)],
      [header, second, first, last],
      [header, first, last],
      [header, first, second, last, Buffer.from("more")],
      [sealed.subarray(0, 20)],
    ]) {
      const damaged = Buffer.concat(parts.map((part) => part ?? Buffer.alloc(0)));
      await expect(collect(unseal(inParts(damaged), passphrase))).rejects.toBeInstanceOf(SealError);
    }
  });

  test("does not decrypt if any part was changed", async () => {
    const sealed = await collect(seal(inParts(pattern(10)), passphrase));
    // Magic, version, salt, content and tag. Changed costs would derive another key.
    for (const at of [0, 8, 15, 30, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      await expect(collect(unseal(inParts(changed), passphrase))).rejects.toBeInstanceOf(SealError);
    }
  });

  test("differs each time", async () => {
    const [one, two] = [
      await collect(seal(inParts(pattern(10)), passphrase)),
      await collect(seal(inParts(pattern(10)), passphrase)),
    ];
    expect(one.equals(two)).toBe(false);
  });
});

describe("pump", () => {
  const sink = (chunks: Buffer[], fails = false) =>
    new Writable({
      write(bytes: Buffer, _encoding, done) {
        chunks.push(bytes);
        done(fails ? new Error("disk full") : null);
      },
    });

  test("pipes the written bytes through its stages and returns the producer's result", async () => {
    const chunks: Buffer[] = [];
    const written = pattern(500_000);
    const answer = await pump(
      async (write) => {
        for await (const bytes of inParts(written)) await write(bytes);
        return "done";
      },
      { stages: [createGzip()], to: sink(chunks) },
    );
    expect(answer).toBe("done");
    expect(gunzipSync(Buffer.concat(chunks)).equals(written)).toBe(true);
  });

  test("rejects with the error of the target and stops the producer", async () => {
    const write = pump(
      async (put) => {
        for (;;) await put(pattern(100_000));
      },
      { stages: [], to: sink([], true) },
    );
    await expect(write).rejects.toThrow("disk full");
  });

  test("rejects with the error of the producer and destroys the target", async () => {
    const to = sink([]);
    const write = pump(() => Promise.reject(new Error("no snapshot")), { stages: [createGzip()], to });
    await expect(write).rejects.toThrow("no snapshot");
    expect(to.writableFinished).toBe(false);
  });
});
