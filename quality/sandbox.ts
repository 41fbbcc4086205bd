import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SearchRequest } from "@wayfare/contract";
import { previewSearch } from "@wayfare/search";
import { makeSandboxSupply } from "@wayfare/service";
import { parseSettings } from "@wayfare/settings";
import { pino } from "pino";

export type Answer = Awaited<ReturnType<typeof previewSearch>>;

export interface OpenSandbox {
  search(request: SearchRequest): Promise<Answer>;
  close(): Promise<void>;
}

/** Creates the sandbox of a deployment in this process with a fixed clock: the same time gives the same results. */
export async function openSandbox(nowMs: number): Promise<OpenSandbox> {
  const dataDirectory = mkdtempSync(join(tmpdir(), "wayfare-quality-"));
  const supply = await makeSandboxSupply({
    settings: parseSettings({ environment: { SEARCH_THREADS: "1" } }),
    dataDirectory,
    clock: { nowMs: () => nowMs },
    log: pino({ level: "error" }, process.stderr),
  });
  return {
    search: (request) => previewSearch(supply, request, nowMs),
    async close() {
      await supply.close();
      rmSync(dataDirectory, { recursive: true });
    },
  };
}
