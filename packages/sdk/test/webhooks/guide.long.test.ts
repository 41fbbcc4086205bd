import { spawnSync } from "node:child_process";
import { testSnippets } from "./guide-cases.ts";
import { isInstalled, languages } from "./guide-snippets.ts";

/** Debian packages of the interpreters. */
const packages: Readonly<Record<string, string>> = { go: "golang-go", php: "php-cli", python3: "python3" };

// Needs root on Debian or Ubuntu. Elsewhere, the languages without an interpreter are skipped.
for (const { interpreter } of languages) {
  const name = packages[interpreter];
  if (name === undefined || isInstalled(interpreter)) continue;
  spawnSync("apt-get", ["install", "--yes", "--no-install-recommends", name], { stdio: "ignore", timeout: 300_000 });
}

testSnippets(languages);
