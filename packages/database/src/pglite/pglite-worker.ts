import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import type { PgliteThreadOptions, ThreadReply, ThreadRequest } from "./thread-messages.ts";

/** Entry of the thread that owns a PGlite and nothing else. */
if (parentPort === null) throw new Error("this module runs in a worker thread");
await serve(parentPort, workerData as PgliteThreadOptions); // oxlint-disable-line typescript/no-unsafe-type-assertion -- sent by PgliteThread

async function serve(port: MessagePort, options: PgliteThreadOptions): Promise<void> {
  const reply = (message: ThreadReply, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer);
  const fail = (error: unknown): void => reply({ type: "failed", error: describe(error) });
  try {
    const pglite = await PGlite.create(options);
    port.on("message", (request: ThreadRequest) => void answer(pglite, request, reply).catch(fail));
    reply({ type: "done" });
  } catch (error) {
    fail(error);
  }
}

async function answer(
  pglite: PGlite,
  request: ThreadRequest,
  reply: (message: ThreadReply, transfer?: ArrayBuffer[]) => void,
): Promise<void> {
  switch (request.type) {
    case "execute": {
      const bytes = await execute(pglite, request.bytes);
      return reply({ type: "executed", bytes }, [bytes.buffer]);
    }
    case "dump": {
      const archive = await (await pglite.dumpDataDir("none")).arrayBuffer();
      return reply({ type: "dumped", archive }, [archive]);
    }
    case "close":
      await pglite.close();
      return reply({ type: "done" });
  }
}

async function execute(pglite: PGlite, message: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  // A chunk is a view of WebAssembly's memory, so it is copied.
  await pglite.execProtocolRawStream(message, {
    syncToFs: false,
    onRawData: (data) => chunks.push(new Uint8Array(data)),
  });
  const [first] = chunks;
  if (chunks.length === 1 && first !== undefined) return first;
  const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

function describe(error: unknown): Extract<ThreadReply, { type: "failed" }>["error"] {
  if (!(error instanceof Error)) return { name: "Error", message: `PGlite failed: ${String(error)}`, code: undefined };
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  return { name: error.name, message: error.message, code };
}
