import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = resolve(fileURLToPath(import.meta.url), "../..");

/** Files that may show times in the time zone of the viewer, with the reason. */
const viewerTimes: Readonly<Record<string, string>> = {
  "packages/portal/src/components/time-format.ts": "times of events, such as deliveries, in the viewer's time zone",
  "packages/portal/src/components/local-input.ts":
    "the browser's input of a date and time is in the viewer's time zone",
  "packages/portal/src/pages/overview/traffic.tsx": "times of requests in the viewer's time zone",
  "packages/portal/src/pages/keys/expiry.ts": "the browser's input of an expiry date is in the viewer's time zone",
};

const calls: readonly RegExp[] = [
  /Intl\.DateTimeFormat\((?:[^()]|\([^()]*\))*\)/g,
  /\.toLocale(?:Date|Time)String\((?:[^()]|\([^()]*\))*\)/g,
  /\.toLocaleString\([^()]*(?:timeZone|dateStyle|timeStyle)[^()]*\)/g,
  /\.get(?:FullYear|Month|Date|Day|Hours|Minutes|TimezoneOffset)\(\)/g,
  /supportedValuesOf\("timeZone"\)/g,
  /process\.versions(?:\.|\[")tz\b/g,
  /\bTemporal\.\w+/g,
];

/** Returns the calls of a source whose result depends on the time zones of the runtime. UTC is the same in every release. */
function findRuntimeTimes(source: string): string[] {
  const found = calls.flatMap((call) => [...source.matchAll(call)].map(([text]) => text));
  return found.filter((text) => !text.includes('timeZone: "UTC"'));
}

const sources = globSync("{packages/*/src,examples/*}/**/*.{ts,tsx}", {
  cwd: root,
  exclude: (path) => path.includes("node_modules"),
});
const byFile = new Map(
  sources
    .map((file) => [file, findRuntimeTimes(readFileSync(resolve(root, file), "utf8"))] as const)
    .filter(([, found]) => found.length > 0),
);

test("no local time of a flight depends on the time zone data of the runtime", () => {
  expect(sources.length).toBeGreaterThan(900);
  const wrong = [...byFile].filter(([file]) => viewerTimes[file] === undefined);
  expect(wrong).toEqual([]);
});

test("every exception is needed", () => {
  expect([...byFile.keys()].toSorted()).toEqual(expect.arrayContaining(Object.keys(viewerTimes).toSorted()));
});

test.each([
  'new Intl.DateTimeFormat("en", { timeZone: zone })',
  'new Intl.DateTimeFormat("en", {\n  timeZone: airports.get(code),\n  hour: "numeric" })',
  'new Intl.DateTimeFormat("en", { hour: "numeric" })',
  "date.toLocaleTimeString()",
  'date.toLocaleString("sv", { timeZone })',
  "date.getHours()",
  "date.getTimezoneOffset()",
  'Intl.supportedValuesOf("timeZone")',
  'process.versions["tz"]',
  "process.versions.tz",
  "Temporal.Instant",
])("%j is found", (planted) => {
  expect(findRuntimeTimes(`const text = ${planted};\n`)).toHaveLength(1);
});

test.each([
  'new Intl.DateTimeFormat("en", { hour: "numeric", timeZone: "UTC" })',
  'miles.toLocaleString("en-US")',
  "date.getUTCHours()",
])("%j is not", (sound) => {
  expect(findRuntimeTimes(`const text = ${sound};\n`)).toEqual([]);
});
