import { once } from "node:events";
import { Duplex, PassThrough, type Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Write } from "@wayfare/database";

type Stage = NodeJS.ReadWriteStream | ((source: AsyncIterable<Buffer>) => AsyncIterable<Buffer>);

/** Runs a producer and pipes its bytes through stages to a writable, with backpressure. Rejects if any part fails. */
export async function pump<T>(
  produce: (write: Write) => Promise<T>,
  { stages, to }: { stages: readonly Stage[]; to: Writable },
): Promise<T> {
  const source: Readable & Writable = new PassThrough();
  const failed = new AbortController();
  const streams = stages.map((stage) => (typeof stage === "function" ? Duplex.from(stage) : stage));
  const done = pipeline([source, ...streams, to]).catch((error: unknown) => {
    failed.abort(error);
  });
  const write = async (bytes: Buffer): Promise<void> => {
    failed.signal.throwIfAborted();
    if (!source.write(bytes)) await once(source, "drain", { signal: failed.signal });
  };
  try {
    const result = await produce(write);
    source.end();
    await done;
    failed.signal.throwIfAborted();
    return result;
  } catch (error) {
    const cause: unknown = failed.signal.aborted ? failed.signal.reason : error;
    source.destroy(cause instanceof Error ? cause : new Error("cancelled", { cause }));
    await done;
    throw cause;
  }
}
