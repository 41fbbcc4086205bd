import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Currency, isCurrency, type Program } from "@wayfare/contract";
import { type Program as AwardProgram, type Filing, findProgram, programs } from "@wayfare/engine";
import type { Dictionary } from "@wayfare/search";
import { createSandboxSupplier, fromUsdCents, SupplierRegistry } from "@wayfare/suppliers";
import { createGazetteer, type Facts, loadFacts, openWorld, readFaresFile } from "@wayfare/world";
import type { ReferenceLists } from "../reference/routes.ts";
import type { SupplyContext } from "./main.ts";
import { describePlaces } from "./sandbox-places.ts";
import type { Supply } from "./supply.ts";

const msPerDay = 86_400_000;

/** The sandbox is stateless and needs no database. */
type SandboxContext = Omit<SupplyContext, "database"> & Partial<Pick<SupplyContext, "database">>;

/**
 * Creates the supply of a deployment without real suppliers: the sandbox for both environments. Generates the simulated world, or loads it
 * from its snapshot, and starts the search threads.
 */
export async function makeSandboxSupply(context: SandboxContext): Promise<Supply> {
  const { settings, dataDirectory, clock, log } = context;
  const facts = loadFacts();
  const fares = settings.faresFile === null ? null : await loadFares(settings.faresFile, facts);
  const world = await openWorld({
    facts,
    directory: join(dataDirectory, "world"),
    today: Math.floor(clock.nowMs() / msPerDay),
    onProgress: context.onProgress ?? (() => {}),
  });
  const version = fares === null ? world.version : `${world.version}-${fares.version}`;
  const supplied = { buffer: world.buffer, version, filings: fares?.filings ?? [] };
  const sandbox = createSandboxSupplier(
    supplied,
    settings.searchThreads > 0 ? { threads: settings.searchThreads } : {},
  );
  let ready = false;
  // Not awaited: the service listens during the warm-up. Early searches wait for their thread, and readiness waits for all threads.
  const warming = sandbox
    .warmUp(clock.nowMs())
    .then(() => (ready = true))
    .catch((error: unknown) => log.error({ err: error }, "search threads failed to start"));
  log.info(
    { world: version, filings: supplied.filings.length },
    "sandbox supply loaded; flights and prices of test and live keys are simulated",
  );
  return {
    suppliers: new SupplierRegistry([{ supplier: sandbox, slot: 0, partitions: ["test", "live"] }]),
    gazetteer: describePlaces(createGazetteer(facts), world),
    dictionary: describeFacts(facts),
    reference: listReference(facts),
    isReady: () => ready,
    async close() {
      ready = false;
      await sandbox.close();
      await warming;
    },
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

function describeFacts(facts: Facts): Dictionary {
  return {
    findAirlineName: (code) => facts.airlines.get(code)?.name,
    findAircraft: (code) => facts.aircraft.get(code),
    findProgram(code) {
      const program = findProgram(code);
      if (program === undefined) return undefined;
      return describeProgram(program);
    },
    listPrograms: () => programs.map(({ code }) => code),
    getMileValueMinor(program, currency) {
      const valueCents = findProgram(program)?.valueCents;
      return valueCents === undefined || !isCurrency(currency)
        ? 0
        : mileValueMinor((valueCents.floor + valueCents.ceiling) / 2, currency);
    },
  };
}

function describeProgram({ name, transferPartners, valueCents }: AwardProgram): Program {
  return { name, transferPartners: [...transferPartners], valueCents };
}

function listReference({ airlines, aircraft }: Facts): ReferenceLists {
  return {
    programs: programs.map((program) => {
      const { code, alliance, carriers } = program;
      return {
        code,
        ...describeProgram(program),
        alliance,
        airlines: [...carriers].filter((carrier) => airlines.has(carrier)).sort(),
      };
    }),
    airlines: [...airlines.values()].map(({ code, name, country, alliance }) => ({ code, name, country, alliance })),
    aircraft: [...aircraft.values()].map(({ code, name }) => ({ code, name })),
  };
}

/** One mile is worth a fraction of a cent. Converting the value of a million miles keeps the fraction through rounding. */
const milesForPrecision = 1_000_000;

function mileValueMinor(cents: number, currency: Currency): number {
  return fromUsdCents(cents * milesForPrecision, currency) / milesForPrecision;
}
