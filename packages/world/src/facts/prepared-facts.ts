import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import {
  type Columns,
  InvalidSnapshot,
  type MinimumConnection,
  openColumns,
  packColumns,
  type TimeZones,
  type ZoneClock,
} from "@wayfare/engine";
import { preparedFile } from "@wayfare/resources";
import { digestOfClocks } from "../time-zones/time-zone-folder.ts";
import type { Aircraft } from "./aircraft.ts";
import type { Airline, Terminal } from "./airline.ts";
import type { Airport, City } from "./airport.ts";
import type { AirportRule, Curfew } from "./airport-rule.ts";
import type { CabotageException } from "./cabotage.ts";
import type { ClosedAirspace, Point } from "./closed-airspace.ts";
import type { ClosedMarket } from "./closed-market.ts";
import type { CircuityRule } from "./connection-rules.ts";
import { type Facts, parseFacts } from "./facts.ts";
import type { FleetCount } from "./fleet-count.ts";
import type { Interlining } from "./interlining.ts";
import type { Nonstop } from "./nonstop.ts";
import type { PlaceNames } from "./place-names.ts";
import { PreparedTable, packList, packTable, parseList, readText } from "./prepared-table.ts";
import type { ReplacedCode } from "./replaced-code.ts";
import type { SeasonalAirport } from "./seasonal-airport.ts";
import { loadTimeZones } from "./time-zones.ts";

/** Digests of the contents of facts. */
interface FactsDigests {
  /** Of everything that the generator of the sandbox reads, except the time zones. */
  readonly generated: string;
  /** Of the clocks of all time zones. */
  readonly clocks: string;
}

interface FactsDocument {
  readonly contents: "facts";
  readonly digests: FactsDigests;
  readonly timeZones: Omit<TimeZones, "clocks">;
  /** Names of the time zones of all airports. */
  readonly usedZones: readonly string[];
}

/** Prepared form of facts that this thread has opened or prepared. */
const buffers = new WeakMap<Facts, SharedArrayBuffer>();
let loaded: Facts | undefined;

/**
 * Returns the facts, opened on the first call and cached: from the file that the build has prepared, else from the tables.
 *
 * @param timeZones time zones that replace those of `time-zones.tsv`
 * @throws FactsError with file and line if a table is malformed or an airport's time zone is not in `timeZones`; Error listing broken
 *   references, or naming a damaged prepared file
 */
export function loadFacts(timeZones?: TimeZones): Facts {
  loaded ??= openPreparedFacts() ?? openFacts(prepareFacts(parseFacts(loadTimeZones())), { isChecked: true });
  return timeZones === undefined ? loaded : withTimeZones(loaded, timeZones);
}

/** Returns the prepared form of facts, which other threads open. */
export function shareFacts(facts: Facts): SharedArrayBuffer {
  const known = buffers.get(facts);
  if (known !== undefined) return known;
  const buffer = prepareFacts(facts);
  buffers.set(facts, buffer);
  return buffer;
}

/** Returns digests that differ if the facts do. Those of prepared facts were computed when they were prepared. */
export function digestsOf(facts: Facts): FactsDigests {
  return readDocument(openColumns(shareFacts(facts), { isChecked: true })).digests;
}

/** Writes facts as one buffer, the contents of `facts.bin`: `openFacts` reads it without parsing tables. */
export function prepareFacts(facts: Facts = loadFacts()): SharedArrayBuffer {
  const generated: Columns = {
    ...packTable("airports", facts.airports),
    ...packTable("airlines", facts.airlines),
    ...packTable("aircraft", facts.aircraft),
    ...packTable("airportRules", facts.airportRules),
    ...packTable("seasonalAirports", facts.seasonalAirports),
    ...packTable("interlining", facts.interlining),
    ...packTable("territories", facts.cabotage.territories),
    terminals: packList(facts.terminals),
    nonstops: packList(facts.nonstops),
    curfews: packList(facts.curfews),
    minimumConnections: packList(facts.connectionRules.minimumConnections),
    circuity: packList(facts.connectionRules.circuity),
    closedAirspace: packList(facts.closedAirspace),
    closedMarkets: packList(facts.closedMarkets),
    cabotageExceptions: packList(facts.cabotage.exceptions),
    routingPoints: packList(facts.routingPoints),
    fleetCounts: packList(facts.fleetCounts),
  };
  const others: Columns = {
    ...packTable("airportsByCity", facts.airportsByCity),
    ...packTable("cities", facts.cities),
    ...packTable("placeNames", facts.placeNames),
    ...packTable("replacedCodes", facts.replacedCodes),
  };
  const usedZones = [...new Set([...facts.airports.values()].map(({ timeZone }) => timeZone))];
  return pack({ ...generated, ...others }, facts.timeZones, { generated: digestOf(generated), usedZones });
}

/**
 * Opens prepared facts. Nothing is decoded until it is used; what a thread has decoded, it keeps.
 *
 * @param isChecked true if another thread of the process has opened the buffer
 * @throws InvalidSnapshot if the buffer is damaged, of another version, or has no facts
 */
export function openFacts(buffer: SharedArrayBuffer, { isChecked = false }: { isChecked?: boolean } = {}): Facts {
  const opened = openColumns(buffer, { isChecked });
  const { timeZones } = readDocument(opened);
  const bytes = (name: string) => columnOf(opened.columns, name, Uint8Array);
  const table = <Value>(name: string, revive: (record: unknown) => Value = asWritten) =>
    new PreparedTable<Value>(
      {
        keys: bytes(`${name}.keys`),
        offsets: columnOf(opened.columns, `${name}.offsets`, Uint32Array),
        records: bytes(`${name}.records`),
      },
      revive,
    );
  const list = <Value>(name: string, revive: (record: unknown) => Value = asWritten) => {
    const column = bytes(name);
    let parsed: readonly Value[] | undefined;
    return () => (parsed ??= parseList(readText(column), revive));
  };
  const lists = {
    exceptions: list<CabotageException>("cabotageExceptions"),
    minimumConnections: list<Readonly<MinimumConnection>>("minimumConnections"),
    circuity: list<CircuityRule>("circuity"),
    terminals: list<Terminal>("terminals"),
    nonstops: list<Nonstop>("nonstops"),
    curfews: list<Curfew>("curfews"),
    closedAirspace: list<ClosedAirspace>("closedAirspace"),
    closedMarkets: list<ClosedMarket>("closedMarkets"),
    routingPoints: list<Point>("routingPoints"),
    fleetCounts: list<FleetCount>("fleetCounts"),
  };
  const facts: Facts = Object.freeze({
    timeZones: Object.freeze({ ...timeZones, clocks: table("clocks", (record) => reviveClock(asWritten(record))) }),
    airports: table<Airport>("airports"),
    airportsByCity: table<readonly string[]>("airportsByCity"),
    cities: table<City>("cities"),
    placeNames: table<PlaceNames>("placeNames"),
    replacedCodes: table<ReplacedCode>("replacedCodes"),
    airlines: table<Airline>("airlines"),
    aircraft: table<Aircraft>("aircraft"),
    airportRules: table<AirportRule>("airportRules"),
    seasonalAirports: table<SeasonalAirport>("seasonalAirports"),
    interlining: table<Interlining>("interlining"),
    cabotage: Object.freeze({
      territories: table<string>("territories"),
      get exceptions() {
        return lists.exceptions();
      },
    }),
    connectionRules: Object.freeze({
      get minimumConnections() {
        return lists.minimumConnections();
      },
      get circuity() {
        return lists.circuity();
      },
    }),
    get terminals() {
      return lists.terminals();
    },
    get nonstops() {
      return lists.nonstops();
    },
    get curfews() {
      return lists.curfews();
    },
    get closedAirspace() {
      return lists.closedAirspace();
    },
    get closedMarkets() {
      return lists.closedMarkets();
    },
    get routingPoints() {
      return lists.routingPoints();
    },
    get fleetCounts() {
      return lists.fleetCounts();
    },
  });
  buffers.set(facts, buffer);
  return facts;
}

/** Replaces the time zones of prepared facts. The tables are only parsed again to name the row of an airport whose zone is missing. */
function withTimeZones(facts: Facts, timeZones: TimeZones): Facts {
  const opened = openColumns(shareFacts(facts), { isChecked: true });
  const { digests, usedZones } = readDocument(opened);
  if (usedZones.some((name) => !timeZones.clocks.has(name))) return parseFacts(timeZones);
  return openFacts(pack(opened.columns, timeZones, { generated: digests.generated, usedZones }), { isChecked: true });
}

function pack(
  columns: Columns,
  { clocks, ...timeZones }: TimeZones,
  { generated, usedZones }: { generated: string; usedZones: readonly string[] },
): SharedArrayBuffer {
  const document: FactsDocument = {
    contents: "facts",
    digests: { generated, clocks: digestOfClocks({ clocks }) },
    timeZones,
    usedZones,
  };
  const lists = new Map(
    Array.from(clocks, ([name, { starts, offsets }]) => [name, { starts: [...starts], offsets: [...offsets] }]),
  );
  return packColumns(document, { ...columns, ...packTable("clocks", lists) });
}

function digestOf(columns: Columns): string {
  const hash = createHash("sha256");
  for (const [name, column] of Object.entries(columns)) {
    hash.update(`${name} ${column.byteLength}\n`);
    hash.update(new Uint8Array(column.buffer, column.byteOffset, column.byteLength));
  }
  return hash.digest("hex");
}

function readDocument({ document }: { document: unknown }): FactsDocument {
  if (isFacts(document)) return document;
  throw new InvalidSnapshot("snapshot has no facts");
}

function isFacts(document: unknown): document is FactsDocument {
  return typeof document === "object" && document !== null && "contents" in document && document.contents === "facts";
}

function columnOf<Type extends Columns[string]>(
  columns: Columns,
  name: string,
  type: new (length: number) => Type,
): Type {
  const column = columns[name];
  if (column instanceof type) return column;
  throw new InvalidSnapshot(`snapshot is missing column ${name}`);
}

/** Returns a parsed record with the type that `prepareFacts` has written. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the table names the type of its records
function asWritten<Value>(record: unknown): Value {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the checksum of the buffer covers every record
  return record as Value;
}

/** A clock as JSON. */
interface PackedClock {
  starts: readonly number[];
  offsets: readonly number[];
}

function reviveClock({ starts, offsets }: PackedClock): ZoneClock {
  return { starts: Int32Array.from(starts), offsets: Int16Array.from(offsets) };
}

/** Opens the file that the build has prepared; undefined while the sources run. */
function openPreparedFacts(): Facts | undefined {
  const path = preparedFile("facts.bin");
  return path === undefined ? undefined : readFactsFile(path);
}

/** Opens a file of prepared facts. @throws Error that names the file if it is damaged */
export function readFactsFile(path: string): Facts {
  const buffer = readShared(path);
  try {
    return openFacts(buffer);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`cannot read the prepared facts ${path}: ${reason}`, { cause: error });
  }
}

/** Reads a file into shared memory, without a copy of it. */
function readShared(path: string): SharedArrayBuffer {
  const file = openSync(path, "r");
  try {
    const bytes = new Uint8Array(new SharedArrayBuffer(fstatSync(file).size));
    for (let at = 0; at < bytes.length; ) {
      const read = readSync(file, bytes, at, bytes.length - at, at);
      if (read === 0) break;
      at += read;
    }
    return bytes.buffer;
  } finally {
    closeSync(file);
  }
}
