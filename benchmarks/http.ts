/**
 * Measures searches over HTTP against the real service in a separate process on this machine, interleaved with an earlier commit: rounds
 * alternate between both, and medians of the rounds are printed. Every response is verified before timing starts. Only pairs with 50 flights
 * in the response are timed, because they cost the most.
 *
 *     npm run bench:http [-- --base COMMIT --rounds 5 --seconds 6 --database embedded|postgresql --threads 2]
 */
import { parseArgs } from "node:util";
import { type Figures, runSteadily, saturate } from "./http/load.ts";
import { RawClient, type RawRequest } from "./http/raw-client.ts";
import {
  assertSameFlights,
  newScenarios,
  plainScenarios,
  requestsOf,
  type Scenario,
  verify,
} from "./http/scenarios.ts";
import { checkOut, type Service, startVersion } from "./http/services.ts";
import { describeMachine, percentile } from "./machine.ts";

const { values } = parseArgs({
  options: {
    base: { type: "string" },
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "6" },
    database: { type: "string", default: "embedded" },
    threads: { type: "string", default: "2" },
  },
});
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
const database = values.database === "postgresql" ? "postgresql" : "embedded";
const connections = 8;
const perSecond = 20;

interface Version {
  name: string;
  service: Service;
  client: RawClient;
}

interface Prepared {
  scenario: Scenario;
  version: Version;
  requests: RawRequest[];
  medianKilobytes: number;
}

const versions: Version[] = [];
try {
  versions.push(await start("now", undefined));
  if (values.base !== undefined) versions.push(await start("base", checkOut(values.base)));
  console.log(
    `${describeMachine()}; ${database}, ${values.threads} search threads, medians of ${rounds} rounds of ${seconds} s`,
  );
  const prepared = await prepareAll();
  await report("saturation, 8 connections", prepared, (options) => saturate({ ...options, connections }));
  await report(`open loop, ${perSecond}/s`, prepared, (options) => runSteadily({ ...options, perSecond }));
} finally {
  for (const { service, client } of versions) {
    client.close();
    await service.stop();
  }
}

async function start(name: string, checkout: string | undefined): Promise<Version> {
  const options = { threads: Number(values.threads), ...(checkout === undefined ? {} : { checkout }) };
  const service = await startVersion(database, options);
  return { name, service, client: new RawClient(service.url, 64) };
}

/** Verifies every scenario of every version. An earlier version runs only the plain scenarios. */
async function prepareAll(): Promise<Prepared[]> {
  const prepared: Prepared[] = [];
  for (const version of versions) {
    const plain = new Map<string, string[]>();
    for (const scenario of version.name === "now" ? [...plainScenarios, ...newScenarios] : plainScenarios) {
      const result = await verify(version.client, requestsOf(scenario, version.service));
      const [name = ""] = scenario.name.split(",");
      assertSameFlights(result.flights, plain.get(name) ?? result.flights);
      plain.set(name, plain.get(name) ?? result.flights);
      prepared.push({ scenario, version, requests: result.verified, medianKilobytes: result.medianKilobytes });
    }
  }
  return prepared;
}

type RunLoad = (options: {
  client: RawClient;
  service: Service;
  requests: RawRequest[];
  seconds: number;
}) => Promise<Figures>;

async function report(title: string, prepared: readonly Prepared[], run: RunLoad): Promise<void> {
  const results = new Map<Prepared, Figures[]>(prepared.map((each) => [each, []]));
  for (let round = 0; round < rounds; round++) {
    for (const each of round % 2 === 0 ? prepared : prepared.toReversed()) {
      const { client, service } = each.version;
      results.get(each)?.push(await run({ client, service, requests: each.requests, seconds }));
    }
  }
  console.log(`\n${title}\n`);
  console.log(
    "| scenario | version | per second | p50 ms | p95 ms | p99 ms | first flights p50 ms | p95 ms | main-thread CPU ms | CPU ms | event loop p99 ms | scavenges < 5 ms | KB median | RSS MB |",
  );
  console.log(`|${" --- |".repeat(14)}`);
  for (const [{ scenario, version, medianKilobytes }, figures] of results) {
    const median = (name: keyof Figures) =>
      percentile(
        figures.map((each) => each[name]),
        0.5,
      );
    const cells = [
      scenario.name,
      version.name,
      median("perSecond").toFixed(1),
      ...(["p50", "p95", "p99"] as const).map((name) => median(name).toFixed(1)),
      ...(["firstP50", "firstP95"] as const).map((name) =>
        scenario.accept === undefined ? "" : median(name).toFixed(1),
      ),
      median("mainCpu").toFixed(2),
      median("totalCpu").toFixed(2),
      median("loopP99").toFixed(1),
      `${(median("shortScavenges") * 100).toFixed(0)} %`,
      medianKilobytes.toFixed(1),
      median("rssMb").toFixed(0),
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }
}
