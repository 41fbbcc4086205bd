import { readFileSync } from "node:fs";
import { resourceUrl } from "@wayfare/resources";

/** Returns the version of this package. */
export function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(resourceUrl("service/package.json"), "utf8"));
  if (typeof manifest !== "object" || manifest === null || !("version" in manifest))
    throw new Error("package.json has no version");
  return String(manifest.version);
}
