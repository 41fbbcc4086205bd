import { greatCircleKm } from "../geography/great-circle.ts";
import { type Column, InvalidSnapshot, openColumns } from "./buffer.ts";
import type { EpochDay } from "./calendar.ts";
import type { CarrierKind, ConnectionRules, NetworkAircraft } from "./network.ts";
import type { SellerSet } from "./sellers.ts";
import type { UtcOffsets } from "./utc-offsets.ts";

/** Names of a timetable; numbers are in its columns. */
export interface TimetableDocument {
  airports: string[];
  cities: string[];
  countries: string[];
  zones: string[];
  carriers: { code: string; country: string; kind: CarrierKind; alliance: string | null }[];
  aircraft: NetworkAircraft[];
  terminals: string[];
  firstDay: EpochDay;
  days: number;
  offsetsFirstDay: EpochDay;
  offsetsDays: number;
  /** `sellersOf` points here. */
  sellers: SellerSet[];
  rules: ConnectionRules;
}

/**
 * Flight patterns in columns, read-only, on one shared buffer.
 *
 * A pattern is the flight of one aircraft, under any number of codes. Patterns of market m are at `[marketFirst[m], marketFirst[m + 1])`,
 * by local departure. Markets that leave airport a are at `[outFirst[a], outFirst[a + 1])`, by destination; those that arrive are
 * `inMarkets[inFirst[a] … inFirst[a + 1])`, by origin. Minutes are after local midnight at the origin; a flight arrives `blockMinutes`
 * after departure.
 */
export interface Timetable extends TimetableDocument {
  carrier: Uint16Array;
  operatingCarrier: Uint16Array;
  flightNumber: Uint16Array;
  departureMinute: Uint16Array;
  blockMinutes: Uint16Array;
  aircraftOf: Uint8Array;
  operatingDays: Uint16Array;
  originTerminal: Uint16Array;
  destinationTerminal: Uint16Array;

  /** Sellers of each pattern: an index into `sellers`. */
  sellersOf: Uint16Array;
  /** Codeshares of pattern p are at `[codeshareFirst[p], codeshareFirst[p + 1])`, by carrier and number. */
  codeshareFirst: Uint32Array;
  codeshareCarrier: Uint16Array;
  codeshareNumber: Uint16Array;

  /** Market of each pattern. */
  marketOf: Uint32Array;
  marketOrigin: Uint16Array;
  marketDestination: Uint16Array;
  marketFirst: Uint32Array;
  /** Great circle in whole kilometers. */
  marketKm: Uint16Array;
  /** Distinct sets of sellers in market m are at `[marketSellersFirst[m], marketSellersFirst[m + 1])`. */
  marketSellersFirst: Uint32Array;
  marketSellers: Uint16Array;
  /** Two sets of sellers, or two markets, without a common bit have no flights that connect. */
  sellersSignature: Uint32Array;
  marketSignature: Uint32Array;
  outFirst: Uint32Array;
  inFirst: Uint32Array;
  inMarkets: Uint32Array;

  airportLatitude: Float64Array;
  airportLongitude: Float64Array;
  airportZone: Uint16Array;
  airportCity: Uint16Array;
  airportCountry: Uint16Array;
  /** By country: equal for the countries and territories between which transport is domestic. */
  territoryOf: Uint16Array;
  /** `cabotageRights[country * carriers.length + carrier]`: 1 if the carrier may carry passengers between there and its area. */
  cabotageRights: Uint8Array;
  cityFirst: Uint32Array;
  cityAirports: Uint32Array;

  /** Bitmap i starts at byte `i * operatingStride`; its lowest bit is the local day `firstDay`. */
  operatingBits: Uint8Array;
  operatingStride: number;
  /** `connects[a * sellers.length + b]`: how one ticket may connect from a flight of sellers a to one of sellers b, see `connectionMatrix`. */
  connects: Uint8Array;
  offsets: UtcOffsets;

  airportIndex: ReadonlyMap<string, number>;
  cityIndex: ReadonlyMap<string, number>;
  carrierIndex: ReadonlyMap<string, number>;
}

type ColumnType<T> = { new (length: number): T };

/**
 * Opens a timetable on its buffer; nothing is copied.
 *
 * @throws InvalidSnapshot if the buffer is not a snapshot or is damaged.
 */
export function openTimetable(
  buffer: SharedArrayBuffer,
  { isChecked = false }: { isChecked?: boolean } = {},
): Timetable {
  const { document, columns } = openColumns(buffer, { isChecked });
  const names = document as TimetableDocument;

  function column<T extends Column>(name: string, type: ColumnType<T>): T {
    const found = columns[name];
    if (!(found instanceof type)) throw new InvalidSnapshot(`snapshot is missing column ${name}`);
    return found;
  }

  return {
    ...names,
    carrier: column("carrier", Uint16Array),
    operatingCarrier: column("operatingCarrier", Uint16Array),
    flightNumber: column("flightNumber", Uint16Array),
    departureMinute: column("departureMinute", Uint16Array),
    blockMinutes: column("blockMinutes", Uint16Array),
    aircraftOf: column("aircraft", Uint8Array),
    operatingDays: column("operatingDays", Uint16Array),
    originTerminal: column("originTerminal", Uint16Array),
    destinationTerminal: column("destinationTerminal", Uint16Array),
    sellersOf: column("sellersOf", Uint16Array),
    codeshareFirst: column("codeshareFirst", Uint32Array),
    codeshareCarrier: column("codeshareCarrier", Uint16Array),
    codeshareNumber: column("codeshareNumber", Uint16Array),
    marketOf: column("marketOf", Uint32Array),
    marketSellersFirst: column("marketSellersFirst", Uint32Array),
    marketSellers: column("marketSellers", Uint16Array),
    sellersSignature: column("sellersSignature", Uint32Array),
    marketSignature: column("marketSignature", Uint32Array),
    marketOrigin: column("marketOrigin", Uint16Array),
    marketDestination: column("marketDestination", Uint16Array),
    marketFirst: column("marketFirst", Uint32Array),
    marketKm: column("marketKm", Uint16Array),
    outFirst: column("outFirst", Uint32Array),
    inFirst: column("inFirst", Uint32Array),
    inMarkets: column("inMarkets", Uint32Array),
    airportLatitude: column("airportLatitude", Float64Array),
    airportLongitude: column("airportLongitude", Float64Array),
    airportZone: column("airportZone", Uint16Array),
    airportCity: column("airportCity", Uint16Array),
    airportCountry: column("airportCountry", Uint16Array),
    territoryOf: column("territoryOf", Uint16Array),
    cabotageRights: column("cabotageRights", Uint8Array),
    cityFirst: column("cityFirst", Uint32Array),
    cityAirports: column("cityAirports", Uint32Array),
    operatingBits: column("operatingBits", Uint8Array),
    operatingStride: Math.ceil(names.days / 8),
    connects: column("connects", Uint8Array),
    offsets: {
      firstDay: names.offsetsFirstDay,
      days: names.offsetsDays,
      dayStart: column("dayStart", Int16Array),
      shiftMinute: column("shiftMinute", Int16Array),
    },
    airportIndex: new Map(names.airports.map((code, i) => [code, i])),
    cityIndex: new Map(names.cities.map((code, i) => [code, i])),
    carrierIndex: new Map(names.carriers.map(({ code }, i) => [code, i])),
  };
}

/** The market from one airport to another, or -1. */
export function findMarket(timetable: Timetable, origin: number, destination: number): number {
  let low = timetable.outFirst[origin];
  let high = timetable.outFirst[origin + 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (timetable.marketDestination[middle] < destination) low = middle + 1;
    else high = middle;
  }
  const found = low < timetable.outFirst[origin + 1] && timetable.marketDestination[low] === destination;
  return found ? low : -1;
}

/**
 * Airports of a place: `airport:DFW`, `city:NYC`, or a bare code, which means the airport with that code if there is one, otherwise the
 * city. Empty if unknown.
 */
export function airportsOf(timetable: Timetable, place: string): number[] {
  const [code = "", kind] = place.split(":").toReversed();
  const airport = kind === "city" ? undefined : timetable.airportIndex.get(code);
  if (airport !== undefined) return [airport];
  const city = kind === "airport" ? undefined : timetable.cityIndex.get(code);
  if (city === undefined) return [];
  return [...timetable.cityAirports.subarray(timetable.cityFirst[city], timetable.cityFirst[city + 1])];
}

/** Great circle between two airports, by index. */
export function airportsKm({ airportLatitude, airportLongitude }: Timetable, a: number, b: number): number {
  return greatCircleKm(
    { latitude: airportLatitude[a], longitude: airportLongitude[a] },
    { latitude: airportLatitude[b], longitude: airportLongitude[b] },
  );
}
