/**
 * Writes docs/quality/samples.md: twenty searches of the sandbox with their best offers, to be read by somebody who knows
 * the field. `npm run quality:samples`; the same code writes the same page.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { renderSample } from "./samples/render.ts";
import { askedAtMs, sampleSearches } from "./samples/searches.ts";
import { openSandbox } from "./sandbox.ts";

const directory = join(import.meta.dirname, "../docs/quality");

const sandbox = await openSandbox(askedAtMs);
try {
  const parts = [
    "# Sample searches",
    "",
    `Written by \`npm run quality:samples\`: ${sampleSearches.length} searches of the sandbox, asked at`,
    `${new Date(askedAtMs).toISOString()}, each with its five best offers. Every flight and price is simulated;`,
    "[how options are ranked](../ranking.md) says what the scores mean.",
    "",
  ];
  for (const sample of sampleSearches) parts.push(renderSample(sample, await sandbox.search(sample.request)));
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, "samples.md"), `${parts.join("\n").trimEnd()}\n`);
} finally {
  await sandbox.close();
}
