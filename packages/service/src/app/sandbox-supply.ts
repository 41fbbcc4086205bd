import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type SearchRequest, searchHorizonDays } from "@wayfare/contract";
import { type Filing, listUnknownTaxes } from "@wayfare/engine";
import { threadModuleUrl } from "@wayfare/resources";
import { SearchThreads, toPreviewJob } from "@wayfare/search";
import { formatVersions, type SandboxWorld, sandboxName } from "@wayfare/suppliers";
import {
  createGazetteer,
  type Facts,
  openWorld,
  readFaresFile,
  renewWorld,
  shareFacts,
  type World,
  type WorldSource,
} from "@wayfare/world";
import { describeTimeZones, loadFactsOf } from "../reference/time-zone-data.ts";
import { type LiveSupply, loadLiveSupply, openCheckedSuppliers } from "./live-supply.ts";
import type { SupplyContext } from "./main.ts";
import { listReference } from "./reference-lists.ts";
import { describePlaces } from "./sandbox-places.ts";
import { describeFacts } from "./search-facts.ts";
import type { SearchThreadData } from "./search-thread.ts";
import { describeSupplierPlaces } from "./supplier-places.ts";
import { emptySupply, type Supply } from "./supply.ts";
import { tracingOf } from "./tracing.ts";

const msPerDay = 86_400_000;

/** The sandbox is stateless and needs no database. */
type SandboxContext = Omit<SupplyContext, "database"> & Partial<Pick<SupplyContext, "database">>;

/**
 * Creates the supply of a deployment: the sandbox for both environments, and its live suppliers. Opens or generates the simulated world,
 * and starts the search threads. A worker answers no searches, so it has only the live suppliers of its jobs.
 */
export async function makeSandboxSupply(context: SandboxContext): Promise<Supply> {
  const { settings, dataDirectory, clock, log } = context;
  const facts = loadFactsOf(settings);
  const places = describeSupplierPlaces(facts);
  const live = context.liveSuppliers === undefined ? null : await loadLiveSupply(context.liveSuppliers, places);
  const checked = live === null ? undefined : await openCheckedSuppliers(live, places);
  const timeZones = describeTimeZones(facts, settings);
  const liveSuppliers = checked === undefined ? {} : { liveSuppliers: checked.suppliers };
  if (settings.role === "worker") {
    return {
      ...emptySupply,
      ...liveSuppliers,
      timeZones,
      isReady: () => true,
      close: async () => checked?.close(),
    };
  }
  const fares = settings.faresFile === null ? null : await loadFares(settings.faresFile, facts);
  const worlds = { facts, directory: join(dataDirectory, "world"), today: Math.floor(clock.nowMs() / msPerDay) };
  const onProgress = (step: string): void => {
    // A damaged world, or generating one, explains a slow start.
    log.info(step);
    context.onProgress?.(step);
  };
  const world = await openWorld({ ...worlds, onProgress });
  warnOfUnknownTaxes(context);
  const version = fares === null ? world.version : `${world.version}-${fares.version}`;
  const filings = fares?.filings ?? [];
  const sandbox: SandboxWorld = { buffer: world.buffer, version, filings };
  const versions = formatVersions([{ name: sandboxName, version }]);
  const threadCount = settings.searchThreads > 0 ? settings.searchThreads : defaultThreads();
  const threads = new SearchThreads({
    module: threadModuleUrl("search-thread"),
    workerData: {
      sandbox,
      facts: shareFacts(facts),
      live,
      tracing: tracingOf(settings),
    } satisfies SearchThreadData,
    threads: threadCount,
    versions: { test: versions, live: versions },
    onCrash: (error) => log.error({ err: error }, "search thread crashed, restarting"),
  });
  const gazetteer = describePlaces(createGazetteer(facts), world);
  const dictionary = describeFacts(facts);
  let ready = false;
  const closing = new AbortController();
  // Not awaited: the service listens during the warm-up. Early searches wait for their thread, and readiness waits for all threads.
  const warming = threads
    .warmUp(toPreviewJob({ gazetteer, dictionary }, warmUpRequest(clock.nowMs()), clock.nowMs()))
    .then(() => (ready = true))
    .catch((error: unknown) => log.error({ err: error }, "search threads failed to start"))
    .then(() => prepareNextWorld(worlds, { world, signal: closing.signal, log }));
  log.info({ world: version, filings: filings.length, timeZones }, `sandbox supply loaded; ${describeSimulated(live)}`);
  return {
    runner: threads,
    ...liveSuppliers,
    threads: threadCount,
    gazetteer,
    dictionary,
    reference: listReference(facts),
    timeZones,
    isReady: () => ready,
    async close() {
      ready = false;
      closing.abort();
      await Promise.all([threads.close(), checked?.close()]);
      await warming;
    },
  };
}

/** Generates the world of a later start in the background, if it is time to. Without it, that start generates it. */
async function prepareNextWorld(
  worlds: WorldSource,
  { world, signal, log }: { world: World; signal: AbortSignal; log: SandboxContext["log"] },
): Promise<void> {
  if (signal.aborted) return;
  try {
    if (await renewWorld(worlds, world, signal)) log.info("next sandbox world saved for a later start");
  } catch (error) {
    if (!signal.aborted) log.warn({ err: error }, "next sandbox world failed");
  }
}

function describeSimulated(live: LiveSupply | null): string {
  return live === null
    ? "flights and prices of test and live keys are simulated"
    : "flights and prices are simulated for test keys, and for live keys of accounts without a live supplier";
}

/** Dozens of taxes end within the days of a search; the answers of searches name those that concern them. */
const maxLoggedTaxes = 5;

function warnOfUnknownTaxes({ clock, log }: Pick<SandboxContext, "clock" | "log">): void {
  const lastDay = Math.floor(clock.nowMs() / msPerDay) + searchHorizonDays;
  const ended = listUnknownTaxes(lastDay);
  if (ended.length === 0) return;
  const oldest = ended.slice(0, maxLoggedTaxes).map(({ name, validUntil }) => `${name} until ${validUntil}`);
  log.warn(
    { taxes: ended.length, oldest },
    "rates of some taxes are not known for all departures; the latest known rates apply",
  );
}

/** Returns the number of search threads if it is not set: one less than cores, which the event loop uses, but at least two. */
function defaultThreads(): number {
  return Math.max(2, availableParallelism() - 1);
}

const warmUpDaysAhead = 30;

/** A search one month ahead between large cities, so that it runs through the whole engine at any start date. */
function warmUpRequest(nowMs: number): SearchRequest {
  return {
    origin: { code: "LON", kind: "city" },
    destination: { code: "NYC", kind: "city" },
    departureDate: new Date(nowMs + warmUpDaysAhead * msPerDay).toISOString().slice(0, 10),
    includeAward: true,
  };
}

/** Loads a fares file. Its version is a hash of the contents, because offers can be repriced only with the same fares. */
async function loadFares(path: string, facts: Facts): Promise<{ version: string; filings: Filing[] }> {
  const text = await readFile(path, "utf8").catch((error: Error) => {
    throw new Error(`cannot read FARES_FILE ${path}: ${error.message}`, { cause: error });
  });
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 16);
  return { version: `fares-${hash}`, filings: readFaresFile(path, text, facts) };
}
