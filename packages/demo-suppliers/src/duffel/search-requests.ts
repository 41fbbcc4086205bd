import { findUnknown, membersOf } from "../server/supplier-double.ts";
import type { DuffelError } from "./answers.ts";
import { isDate, listOf } from "./passengers.ts";

/*
 * Rules for offer requests (`OfferRequestsTypes.ts` of duffelhq/duffel-api-javascript, https://duffel.com/docs/api/v2/offer-requests and
 * /batch-offer-requests, read in November 2026).
 */

const members = ["slices", "passengers", "cabin_class", "max_connections", "private_fares"];
const sliceMembers = ["origin", "destination", "departure_date", "departure_time", "arrival_time"];
const passengerMembers = [
  "type",
  "age",
  "fare_type",
  "given_name",
  "family_name",
  "loyalty_programme_accounts",
  // Deprecated by Duffel, but accepted.
  "id",
];
const cabins: ReadonlySet<unknown> = new Set(["first", "business", "premium_economy", "economy"]);
const passengerTypes: ReadonlySet<unknown> = new Set(["adult", "child", "infant_without_seat"]);
const time = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const place = /^[A-Z]{3}$/;
/** An order has up to nine passengers. */
const maxPassengers = 9;
const maxAge = 130;
/** Duffel ignores values outside of this range without an error. */
const supplierTimeoutMs = { min: 2000, max: 60_000 } as const;

/** A slice of a search. */
export interface SearchedSlice {
  origin: string;
  destination: string;
  departureDate: string;
}

/** A passenger of a search, with the id that Duffel assigns. */
export interface SearchedPassenger {
  id: string;
  type: string | null;
  age: number | null;
}

/** An offer request without errors. */
export interface DuffelSearch {
  slices: readonly SearchedSlice[];
  passengers: readonly SearchedPassenger[];
  cabin: string;
  maxConnections: number;
  isLive: boolean;
}

/** Reads an offer request; a text for a request that Duffel accepts although it does not do what the client wants. */
export function readSearch(
  body: unknown,
  query: URLSearchParams,
  { isLive, requestId }: { isLive: boolean; requestId: string },
): DuffelSearch | DuffelError[] | string {
  const unknownParameter = findUnknown(Object.fromEntries(query), ["return_offers", "supplier_timeout"]);
  if (unknownParameter !== undefined) return unknownParameter;
  const timeout = query.get("supplier_timeout");
  const timeoutMs = Number(timeout);
  if (timeout !== null && !(timeoutMs >= supplierTimeoutMs.min && timeoutMs <= supplierTimeoutMs.max))
    return "supplier_timeout would be ignored";
  const { data } = membersOf(body);
  if (data === undefined) return [{ code: "missing_data_param", message: "data is missing" }];
  const { slices, passengers, cabin_class: cabin = "economy", max_connections: connections = 1 } = membersOf(data);
  const unknown =
    findUnknown(data, members) ??
    findInside(slices, sliceMembers) ??
    findInside(passengers, passengerMembers) ??
    listOf(slices)
      .flatMap((slice) => [slice.departure_time, slice.arrival_time])
      .map((window) => findUnknown(window, ["from", "to"]))
      .find((fault) => fault !== undefined);
  if (unknown !== undefined) return unknown;
  const errors = [
    ...findSliceErrors(slices),
    ...findPassengerErrors(passengers),
    ...(cabins.has(cabin) ? [] : [invalid("validation_inclusion", "cabin_class")]),
    ...(connections === 0 || connections === 1 || connections === 2
      ? []
      : [invalid("validation_inclusion", "max_connections")]),
  ];
  if (errors.length > 0) return errors;
  return {
    slices: listOf(slices).map((slice) => ({
      origin: String(slice.origin),
      destination: String(slice.destination),
      departureDate: String(slice.departure_date),
    })),
    passengers: listOf(passengers).map(({ type, age }, at) => ({
      id: `pas_${requestId.slice("orq_".length)}_${at + 1}`,
      type: typeof type === "string" ? type : typeOfAge(Number(age)),
      age: typeof age === "number" ? age : null,
    })),
    cabin: String(cabin),
    maxConnections: Number(connections),
    isLive,
  };
}

function findInside(value: unknown, allowed: readonly string[]): string | undefined {
  return listOf(value)
    .map((each) => findUnknown(each, allowed))
    .find((fault) => fault !== undefined);
}

function findSliceErrors(slices: unknown): DuffelError[] {
  if (!Array.isArray(slices) || slices.length === 0) return [invalid("validation_required", "slices")];
  return listOf(slices).flatMap((slice, at) => {
    const windows = [slice.departure_time, slice.arrival_time].filter((window) => window !== undefined).map(membersOf);
    const wrong = [
      ["origin", place.test(String(slice.origin))],
      ["destination", place.test(String(slice.destination)) && slice.destination !== slice.origin],
      ["departure_date", isDate(String(slice.departure_date))],
      ["departure_time", windows.every(({ from, to }) => isTime(from) && isTime(to) && String(from) <= String(to))],
    ] as const;
    return wrong
      .filter(([, isRight]) => !isRight)
      .map(([member]) => invalid("validation_format", `slices/${at}/${member}`));
  });
}

/** A passenger has a type or an age, not both; each infant travels with an adult. */
function findPassengerErrors(passengers: unknown): DuffelError[] {
  if (!Array.isArray(passengers) || passengers.length === 0) return [invalid("validation_required", "passengers")];
  if (passengers.length > maxPassengers) return [invalid("validation_length", "passengers")];
  const all = listOf(passengers);
  const errors = all.flatMap(({ type, age }, at) => {
    const isType = age === undefined && passengerTypes.has(type);
    const isAge = type === undefined && typeof age === "number" && Number.isInteger(age) && age >= 0 && age <= maxAge;
    return isType || isAge
      ? []
      : [invalid("validation_inclusion", `passengers/${at}/${age === undefined ? "type" : "age"}`)];
  });
  const isInfant = ({ type, age }: Record<string, unknown>) =>
    type === "infant_without_seat" || (typeof age === "number" && age < 2);
  const isAdult = ({ type, age }: Record<string, unknown>) =>
    type === "adult" || (typeof age === "number" && age >= 18);
  const isTooMany = all.filter(isInfant).length > all.filter(isAdult).length;
  return isTooMany ? [...errors, invalid("validation_inclusion", "passengers")] : errors;
}

function isTime(value: unknown): boolean {
  return typeof value === "string" && time.test(value);
}

/** Duffel states a type for a searched age; airlines differ for ages from 12 to 17. */
function typeOfAge(age: number): string | null {
  if (age < 2) return "infant_without_seat";
  if (age < 12) return "child";
  return age < 18 ? null : "adult";
}

function invalid(code: string, member: string): DuffelError {
  return { code, message: `${member} is not valid`, pointer: `/data/${member}` };
}
