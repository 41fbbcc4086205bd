import { percentile } from "../machine.ts";
import {
  type Contender,
  connections,
  type Figures,
  type Measurement,
  measurements,
  requestsPerSecond,
} from "./measure.ts";
import { scenarios } from "./scenarios.ts";
import { parseMainThreadScavenges } from "./trace-gc.ts";
import type { Sizes } from "./verify.ts";

const none = "–";

const columns: readonly (readonly [title: string, name: keyof Figures, digits: number])[] = [
  ["searches/s", "answeredPerSecond", 1],
  ["p50 ms", "p50Ms", 1],
  ["p95 ms", "p95Ms", 1],
  ["p99 ms", "p99Ms", 1],
  ["main thread CPU ms", "mainThreadMs", 2],
  ["service CPU ms", "serviceMs", 2],
  ["PostgreSQL CPU ms", "postgresMs", 2],
  ["generator CPU ms", "generatorMs", 2],
  ["event loop p99 ms", "eventLoopP99Ms", 1],
  ["first flights p50 ms", "firstFlightsP50Ms", 1],
  ["first flights p95 ms", "firstFlightsP95Ms", 1],
  ["not 200", "failed", 0],
];

/** Returns the table of all loads: medians of the rounds, and the ratio of the first contender to the last. */
export function formatLoads(contenders: readonly Contender[]): string {
  const rows = listMeasured(contenders).flatMap((measurement) => {
    const medians = contenders.map(({ runs }) => mediansOf(runs.get(measurement) ?? []));
    const figures = contenders.map(({ deployment }, n) => [
      nameOf(measurement),
      deployment.name,
      ...columns.map(([, , digits], column) => format(medians[n]?.[column], digits)),
    ]);
    const [first, last] = [medians[0], medians.at(-1)];
    if (contenders.length < 2 || first === undefined || last === undefined) return figures;
    const ratio = `${contenders[0]?.deployment.name} / ${contenders.at(-1)?.deployment.name}`;
    const ratios = columns.map(([, name], n) => (name === "failed" ? "" : format((first[n] ?? 0) / (last[n] ?? 0), 2)));
    return [...figures, [nameOf(measurement), ratio, ...ratios]];
  });
  return formatTable(["load", "version", ...columns.map(([title]) => title)], rows);
}

/** Returns the table of median sizes in KB (1,000 bytes). */
export function formatSizes(contenders: readonly Contender[]): string {
  const forms: (keyof Sizes)[] = ["identity", "gzip", "br", "zstd", "compact", "compact zstd"];
  const rows = scenarios.flatMap((scenario) =>
    contenders.map(({ deployment, verified }) => {
      const sizes = verified.get(scenario)?.sizes ?? {};
      return [
        scenario.name,
        deployment.name,
        ...forms.map((form) => format(percentile(sizes[form] ?? [], 0.5) / 1000, 1)),
      ];
    }),
  );
  return formatTable(["median KB of 50 flights", "version", ...forms], rows);
}

/** Returns the table of scavenges of the main threads. Call it after the services have exited, which flushes the lines. */
export function formatScavenges(contenders: readonly Contender[]): string {
  const rows = listMeasured(contenders).flatMap((measurement) =>
    contenders.map((contender) => {
      const pauses = pausesDuring(contender, measurement);
      const figures = [percentile(pauses, 0.5), percentile(pauses, 0.99), percentile(pauses, 1)];
      return [
        nameOf(measurement),
        contender.deployment.name,
        String(pauses.length),
        ...figures.map((ms) => format(ms, 2)),
      ];
    }),
  );
  return formatTable(["scavenges of the main thread", "version", "number", "p50 ms", "p99 ms", "longest ms"], rows);
}

/** Returns the pauses in all rounds of a measurement. */
function pausesDuring({ deployment, periods }: Contender, measurement: Measurement): number[] {
  const during = periods.filter((period) => period.measurement === measurement);
  return deployment.processes.flatMap(({ service, spawnedAtMs }) =>
    parseMainThreadScavenges(service.printed())
      .map(({ endMs, pauseMs }) => ({ atMs: spawnedAtMs + endMs, pauseMs }))
      .filter(({ atMs }) => during.some(({ fromMs, toMs }) => atMs >= fromMs && atMs <= toMs))
      .map(({ pauseMs }) => pauseMs),
  );
}

/** Formats a Markdown table. The first two columns are text. */
export function formatTable(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = titles.map((_, n) => (n < 2 ? "---" : "---:"));
  return [titles, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** Formats a figure; a dash for one that could not be measured. */
export function format(value: number | undefined, digits: number): string {
  return value === undefined || !Number.isFinite(value) ? none : value.toFixed(digits);
}

/** Lists the measurements that at least one version has the form of. */
function listMeasured(contenders: readonly Contender[]): Measurement[] {
  return measurements.filter((measurement) => contenders.some(({ runs }) => runs.has(measurement)));
}

function nameOf({ scenario, form, loop }: Measurement): string {
  return `${scenario.name}, ${form}, ${loop === "closed" ? `${connections} connections` : `${requestsPerSecond}/s`}`;
}

function mediansOf(runs: readonly Figures[]): number[] {
  return columns.map(([, name]) =>
    percentile(
      runs.map((figures) => figures[name]),
      0.5,
    ),
  );
}
