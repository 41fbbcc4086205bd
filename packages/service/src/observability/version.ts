import { readFileSync } from "node:fs";

/** Returns the version of this package. */
export function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  if (typeof manifest !== "object" || manifest === null || !("version" in manifest))
    throw new Error("package.json has no version");
  return String(manifest.version);
}
