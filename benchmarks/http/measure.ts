import { percentile } from "../machine.ts";
import type { Deployment } from "./deployment.ts";
import { headersOf } from "./exchange.ts";
import { type Load, runClosedLoop, runOpenLoop } from "./load.ts";
import { readCpuTime, scrapeEventLoopP99Ms } from "./process-figures.ts";
import { oneWay, ranked, roundTrip, type Scenario } from "./scenarios.ts";
import { eventStreamHeaders, type Features, type VerifiedScenario } from "./verify.ts";

export const connections = 8;
export const requestsPerSecond = 20;

/** One load of the benchmark. */
export interface Measurement {
  scenario: Scenario;
  form: "plain" | "zstd" | "stream";
  /** Saturation by a closed loop, or an open loop with a fixed rate. */
  loop: "closed" | "open";
}

export const measurements: readonly Measurement[] = [
  ...[oneWay, ranked, roundTrip].flatMap((scenario): Measurement[] => [
    { scenario, form: "plain", loop: "closed" },
    { scenario, form: "zstd", loop: "closed" },
    { scenario, form: "plain", loop: "open" },
  ]),
  { scenario: oneWay, form: "stream", loop: "open" },
  { scenario: roundTrip, form: "stream", loop: "open" },
];

/** Figures of one run of a measurement. Times are milliseconds; CPU times are per answered search. */
export interface Figures {
  answeredPerSecond: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  mainThreadMs: number;
  serviceMs: number;
  postgresMs: number;
  generatorMs: number;
  eventLoopP99Ms: number;
  firstFlightsP50Ms: number;
  firstFlightsP95Ms: number;
  failed: number;
}

/** A deployment with its verified requests. */
export interface Contender {
  deployment: Deployment;
  features: Features;
  verified: ReadonlyMap<Scenario, VerifiedScenario>;
  /** Periods of the measurements, in values of `performance.now()`. */
  periods: { measurement: Measurement; fromMs: number; toMs: number }[];
  runs: Map<Measurement, Figures[]>;
}

/** True if the version has the form of a measurement. */
export function canMeasure({ features }: Contender, { form }: Measurement): boolean {
  if (form === "zstd") return features.encodings.includes("zstd");
  return form === "plain" || features.streaming;
}

/** Runs one measurement and records its figures and its period. */
export async function measure(contender: Contender, measurement: Measurement, seconds: number): Promise<void> {
  const { deployment } = contender;
  const load = loadOf(contender, measurement, seconds);
  await scrapeEventLoopP99Ms(deployment);
  const generatorBefore = process.cpuUsage();
  const before = readCpuTime(deployment);
  const fromMs = performance.now();
  const result = await (measurement.loop === "closed"
    ? runClosedLoop(load, connections)
    : runOpenLoop(load, requestsPerSecond));
  const toMs = performance.now();
  const after = readCpuTime(deployment);
  const { user, system } = process.cpuUsage(generatorBefore);
  const { answered } = result;
  const figures: Figures = {
    answeredPerSecond: answered / result.seconds,
    p50Ms: percentile(result.responseMs, 0.5),
    p95Ms: percentile(result.responseMs, 0.95),
    p99Ms: percentile(result.responseMs, 0.99),
    mainThreadMs: (after.mainThreadMs - before.mainThreadMs) / answered,
    serviceMs: (after.serviceMs - before.serviceMs) / answered,
    postgresMs: (after.postgresMs - before.postgresMs) / answered,
    generatorMs: (user + system) / 1000 / answered,
    eventLoopP99Ms: await scrapeEventLoopP99Ms(deployment),
    firstFlightsP50Ms: percentile(result.markerMs, 0.5),
    firstFlightsP95Ms: percentile(result.markerMs, 0.95),
    failed: result.failed,
  };
  contender.periods.push({ measurement, fromMs, toMs });
  contender.runs.set(measurement, [...(contender.runs.get(measurement) ?? []), figures]);
}

/** Returns the load of a measurement, from the verified requests of the deployment. */
export function loadOf({ deployment, verified }: Contender, { scenario, form }: Measurement, seconds: number): Load {
  const headers = headersOf(deployment.key);
  return {
    urls: deployment.processes.map(({ url }) => url),
    path: scenario.path,
    bodies: verified.get(scenario)?.bodies ?? [],
    seconds,
    headers: {
      ...headers,
      ...(form === "zstd" ? { "accept-encoding": "zstd" } : {}),
      ...(form === "stream" ? eventStreamHeaders : {}),
    },
    ...(form === "stream" ? { marker: "event: flights" } : {}),
  };
}
