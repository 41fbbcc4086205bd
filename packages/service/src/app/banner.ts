import { renderCurl } from "../pages/example-searches.ts";
import type { FirstRun } from "./first-run.ts";

interface BannerOptions {
  publicUrl: string;
  nowMs: number;
  /** Only on the first start. */
  firstRun: FirstRun | undefined;
  /** File that still holds the first key, on later starts. */
  firstRunFile: string | undefined;
  /** True if outbound traffic is paused, as it is after a restore. */
  isPaused?: boolean;
  /** Supply of flights; the sandbox if absent. */
  supplyNote?: string;
}

const sandboxNote = "sandbox (all flights, seats and prices are simulated)";

/** Renders the startup banner for the terminal. The commands have no frame, so that they can be copied. */
export function renderBanner({
  publicUrl,
  nowMs,
  firstRun,
  firstRunFile,
  isPaused,
  supplyNote,
}: BannerOptions): string {
  const rows = [
    ["Wayfare", publicUrl],
    ["API docs", `${publicUrl}/docs`],
    ["Supply", supplyNote ?? sandboxNote],
    ...(isPaused ? [["Paused", "webhooks, live bookings and payments; to resume, run: wayfare resume"]] : []),
    ...(firstRun
      ? [
          ["Test key", firstRun.key],
          ["Sign in", firstRun.signInUrl],
        ]
      : []),
    ...(firstRunFile === undefined ? [] : [[firstRun ? "Saved in" : "First key", firstRunFile]]),
  ];
  const key = firstRun?.key ?? "YOUR_KEY";
  return `${renderBox(rows.map(([name, value]) => `${(name ?? "").padEnd(10)} ${value}`))}

Search flights:

${renderCurl(`${publicUrl}/v1/flights/search`, key, nowMs)}

Search and rank flights:

${renderCurl(`${publicUrl}/v1/search`, key, nowMs)}

`;
}

function renderBox(lines: readonly string[]): string {
  const width = Math.max(...lines.map((line) => line.length));
  const edge = "─".repeat(width + 2);
  return [`┌${edge}┐`, ...lines.map((line) => `│ ${line.padEnd(width)} │`), `└${edge}┘`].join("\n");
}
