/**
 * Returns the codings that the global `fetch` of Node decodes, as the value of Accept-Encoding. Over plain HTTP, Node itself requests only
 * gzip and deflate, and never zstd. Undefined in browsers and other runtimes, which set the header themselves.
 */
export function findAcceptEncoding(): string | undefined {
  const versions = readVersions();
  // Bun and Deno imitate `process` but have another fetch.
  if (versions === undefined || "bun" in versions || "deno" in versions) return undefined;
  const [, major, minor] = /^(\d+)\.(\d+)\./.exec(String(versions["undici"])) ?? [];
  if (major === undefined || minor === undefined) return undefined;
  // Earlier versions pass a zstd body on without decoding it.
  const decodesZstd = Number(major) > 7 || (Number(major) === 7 && Number(minor) >= 11);
  return decodesZstd ? "zstd, br, gzip" : "br, gzip";
}

/** Returns `process.versions`, or undefined in runtimes without it. */
function readVersions(): Readonly<Record<string, unknown>> | undefined {
  const candidate: unknown = Reflect.get(globalThis, "process");
  if (!isRecord(candidate) || !isRecord(candidate["versions"])) return undefined;
  return candidate["versions"];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
