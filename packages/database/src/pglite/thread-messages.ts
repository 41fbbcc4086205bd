import type { PGliteOptions } from "@electric-sql/pglite";

/** Options that are sent to the thread; modules and blobs are shared, not copied. */
export type PgliteThreadOptions = Pick<
  PGliteOptions,
  "dataDir" | "startParams" | "loadDataDir" | "pgliteWasmModule" | "initdbWasmModule" | "fsBundle"
>;

/** Requests are answered in order, one reply each. `execute` holds messages of the wire protocol. */
export type ThreadRequest = { type: "execute"; bytes: Uint8Array } | { type: "dump" } | { type: "close" };

/** The first reply, "done", follows the start. */
export type ThreadReply =
  | { type: "executed"; bytes: Uint8Array<ArrayBuffer> }
  | { type: "dumped"; archive: ArrayBuffer }
  | { type: "done" }
  | { type: "failed"; error: { name: string; message: string; code: string | undefined } };
