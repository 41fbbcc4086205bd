import { renderCurl } from "../pages/example-searches.ts";
import type { FirstRun } from "./first-run.ts";

interface BannerParts {
  publicUrl: string;
  nowMs: number;
  /** Only on the first start. */
  firstRun: FirstRun | undefined;
  /** Where the first key still is, on later starts. */
  firstRunFile: string | undefined;
  /** Since a restore, nothing leaves the deployment. */
  isPaused?: boolean;
}

/** What stands on the terminal once the service listens; the commands have nothing around them, to be copied. */
export function renderBanner({ publicUrl, nowMs, firstRun, firstRunFile, isPaused }: BannerParts): string {
  const rows = [
    ["Wayfare", publicUrl],
    ["Reference", `${publicUrl}/docs`],
    ["Supply", "sandbox: every flight, seat and price is simulated"],
    ...(isPaused ? [["Paused", "deliveries, live bookings and payments are off until: wayfare resume"]] : []),
    ...(firstRun
      ? [
          ["Test key", firstRun.key],
          ["Sign in", firstRun.signInUrl],
        ]
      : []),
    ...(firstRunFile === undefined ? [] : [[firstRun ? "Kept in" : "First key", firstRunFile]]),
  ];
  const key = firstRun?.key ?? "YOUR_KEY";
  return `${renderBox(rows.map(([name, value]) => `${(name ?? "").padEnd(10)} ${value}`))}

Flights, raw:

${renderCurl(`${publicUrl}/v1/flights/search`, key, nowMs)}

Flights, ranked:

${renderCurl(`${publicUrl}/v1/search`, key, nowMs)}

`;
}

function renderBox(lines: readonly string[]): string {
  const width = Math.max(...lines.map((line) => line.length));
  const edge = "─".repeat(width + 2);
  return [`┌${edge}┐`, ...lines.map((line) => `│ ${line.padEnd(width)} │`), `└${edge}┘`].join("\n");
}
