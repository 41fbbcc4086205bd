/** Fails if the OpenAPI document breaks clients of the released one. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { acceptedChanges } from "./accepted-changes.ts";
import { findBreakingChanges } from "./compatibility.ts";

const reference = join(import.meta.dirname, "../docs/reference");
const [released, current] = ["released/openapi-v1.json", "openapi.json"].map((name) =>
  JSON.parse(readFileSync(join(reference, name), "utf8")),
);
const accepted = new Set(Object.values(acceptedChanges).flat());
const changes = findBreakingChanges(released, current).filter((change) => !accepted.has(change));
for (const change of changes) process.stderr.write(`${change}\n`);
if (changes.length > 0) {
  process.stderr.write("These changes break clients of /v1: see docs/reference/compatibility.md.\n");
  process.exitCode = 1;
}
