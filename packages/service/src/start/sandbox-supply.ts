import { join } from "node:path";
import { type Currency, isCurrency, type Place } from "@wayfare/contract";
import { findProgram, offsetAtInstant, programs } from "@wayfare/engine";
import { createSandboxSupplier, fromUsdCents } from "@wayfare/suppliers";
import {
  type Airport,
  type City,
  createGazetteer,
  type Facts,
  loadFacts,
  openWorld,
  type World,
  type Gazetteer as WorldGazetteer,
} from "@wayfare/world";
import type { SupplyContext } from "../main.ts";
import type { Dictionary, Gazetteer, Supply } from "../supply.ts";

const msPerMinute = 60_000;
const minutesPerDay = 1440;

/**
 * The supply of a deployment without suppliers of its own: the sandbox for both environments. It makes the world, or loads it
 * from its snapshot, and starts the search threads.
 */
export async function makeSandboxSupply(context: SupplyContext): Promise<Supply> {
  const { settings, dataDirectory, clock, log } = context;
  const facts = loadFacts();
  const world = await openWorld({
    facts,
    directory: join(dataDirectory, "world"),
    today: Math.floor(clock.nowMs() / msPerMinute / minutesPerDay),
    onProgress: context.onProgress ?? (() => {}),
  });
  const sandbox = createSandboxSupplier(world, settings.searchThreads > 0 ? { threads: settings.searchThreads } : {});
  await sandbox.warmUp();
  log.info({ world: world.version }, "test and live keys search the sandbox: every flight and price is simulated");
  let open = true;
  return {
    suppliers: { test: [sandbox], live: [sandbox] },
    gazetteer: describePlaces(createGazetteer(facts), world),
    dictionary: describeFacts(facts),
    worldVersion: world.version,
    isReady: () => open,
    async close() {
      open = false;
      await sandbox.close();
    },
  };
}

function describePlaces(gazetteer: WorldGazetteer, { timetable }: World): Gazetteer {
  const findAirport = (code: string) => {
    const airport = gazetteer.findAirport(code);
    return airport && describeAirport(airport);
  };
  const findPlace = (code: string) => {
    const [busiest = "", ...others] = gazetteer.airportsOf(code);
    const airport = gazetteer.findAirport(busiest);
    const city = gazetteer.findCity(code);
    if (airport === undefined) return undefined;
    return city !== undefined && others.length > 0 ? describeCity(city, airport) : describeAirport(airport);
  };
  return {
    findPlace,
    findAirport,
    getOffsetMinutes(code, epochMs) {
      const airport = timetable.airportIndex.get(gazetteer.airportsOf(code)[0] ?? "");
      if (airport === undefined) throw new RangeError(`${code} is not a known place`);
      return offsetAtInstant(timetable.offsets, timetable.airportZone[airport] ?? 0, Math.floor(epochMs / msPerMinute));
    },
    listPlaces: (text, limit) =>
      gazetteer.search(text, limit).flatMap(({ type, code }) => {
        const place = type === "airport" ? findAirport(code) : findPlace(code);
        return place ? [place] : [];
      }),
  };
}

function describeAirport({ code, name, cityName: city, cityCode, country, latitude, longitude }: Airport): Place {
  return { code, kind: "airport", name, city, cityCode, country, latitude, longitude };
}

/** A city lies where its busiest airport does. */
function describeCity({ code, name, country }: City, { latitude, longitude }: Airport): Place {
  return { code, kind: "city", name, city: name, cityCode: code, country, latitude, longitude };
}

function describeFacts(facts: Facts): Dictionary {
  return {
    findAirlineName: (code) => facts.airlines.get(code)?.name,
    findAircraft: (code) => facts.aircraft.get(code),
    findProgram(code) {
      const program = findProgram(code);
      if (program === undefined) return undefined;
      const { name, transferPartners, valueCents } = program;
      return { name, transferPartners: [...transferPartners], valueCents };
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

/** Cents are too coarse for one mile: a million of them keeps the fraction through the conversion's rounding. */
const milesForPrecision = 1_000_000;

function mileValueMinor(cents: number, currency: Currency): number {
  return fromUsdCents(cents * milesForPrecision, currency) / milesForPrecision;
}
