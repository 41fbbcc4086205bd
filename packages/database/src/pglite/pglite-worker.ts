import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { loadPgliteAssets } from "./pglite-assets.ts";
import { type PgliteThreadOptions, SharedMemory, type ThreadReply, type ThreadRequest } from "./thread-messages.ts";
import { unpackDirectory } from "./unpack-directory.ts";

/** Entry of the thread that owns a PGlite and nothing else. */
if (parentPort === null) throw new Error("this module runs in a worker thread");
await serve(parentPort, workerData as PgliteThreadOptions); // oxlint-disable-line typescript/no-unsafe-type-assertion -- sent by PgliteThread

async function serve(port: MessagePort, options: PgliteThreadOptions): Promise<void> {
  const memory = new SharedMemory(options.memory);
  const reply = (message: ThreadReply, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer);
  const fail = (error: unknown): void => reply({ type: "failed", error: describe(error) });
  try {
    if (options.archive !== undefined) unpackDirectory(options.archive, options.pglite.dataDir ?? "");
    const pglite = await PGlite.create({ ...options.pglite, ...(await loadPgliteAssets(options.pglite)) });
    reply({ type: "done" });
    for (let handled = 0; ; handled++) {
      const length = memory.wait(handled);
      const request = length === 0 ? receive(port) : memory.request.subarray(0, length);
      // oxlint-disable-next-line no-await-in-loop -- one request at a time
      await answer(pglite, memory, request, reply).catch(fail);
    }
  } catch (error) {
    fail(error);
  }
}

function receive(port: MessagePort): ThreadRequest {
  const received = receiveMessageOnPort(port);
  if (received === undefined) throw new Error("a request was signaled and not sent");
  return received.message as ThreadRequest; // oxlint-disable-line typescript/no-unsafe-type-assertion -- sent by PgliteThread
}

async function answer(
  pglite: PGlite,
  memory: SharedMemory,
  request: ThreadRequest | Uint8Array,
  reply: (message: ThreadReply, transfer?: ArrayBuffer[]) => void,
): Promise<void> {
  if (request instanceof Uint8Array || request.type === "execute") {
    const response = await execute(pglite, memory, request instanceof Uint8Array ? request : request.bytes);
    return typeof response === "number"
      ? reply({ type: "shared", length: response })
      : reply({ type: "executed", bytes: response }, [response.buffer]);
  }
  if (request.type === "dump") {
    const archive = await (await pglite.dumpDataDir("none")).arrayBuffer();
    return reply({ type: "dumped", archive }, [archive]);
  }
  await pglite.close();
  reply({ type: "done" });
}

/** Executes messages of the wire protocol. Returns the length of the shared response, or the response itself if it is larger. */
async function execute(
  pglite: PGlite,
  { response }: SharedMemory,
  message: Uint8Array,
): Promise<number | Uint8Array<ArrayBuffer>> {
  let length = 0;
  const rest: Uint8Array[] = [];
  // A chunk is a view of WebAssembly's memory, so it is copied.
  const onRawData = (data: Uint8Array): void => {
    if (rest.length > 0 || length + data.length > response.length) return void rest.push(new Uint8Array(data));
    response.set(data, length);
    length += data.length;
  };
  await pglite.execProtocolRawStream(message, { syncToFs: false, onRawData });
  return rest.length === 0 ? length : concat([response.subarray(0, length), ...rest]);
}

function concat(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
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
