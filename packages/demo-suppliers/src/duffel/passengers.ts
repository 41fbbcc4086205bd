import { findUnknown, membersOf } from "../server/supplier-double.ts";
import type { DuffelError } from "./answers.ts";

/*
 * Rules for the passengers of an order (docs/suppliers/duffel.md, "Rules"). Sources, read in November 2026: `OrdersTypes.ts`,
 * `OfferRequestsTypes.ts` and `OfferTypes.ts` of duffelhq/duffel-api-javascript, https://duffel.com/docs/api/v2/orders.
 */

const titles: readonly unknown[] = ["mr", "ms", "mrs", "miss", "dr"];
const genders: readonly unknown[] = ["m", "f"];
const documentTypes: readonly unknown[] = ["passport", "tax_id", "known_traveler_number", "passenger_redress_number"];
/** Space, hyphen, apostrophe and letters of ASCII, Latin-1 Supplement and Latin Extended-A, less the documented exceptions. */
const name = /^(?![^ÆæĲĳŒœÞð]*[ÆæĲĳŒœÞð])[A-Za-zÀ-ÖØ-öø-ſ' -]+$/u;
const maxNameLength = 20;
const e164 = /^\+[1-9]\d{6,14}$/;
const email = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;
const isoDate = /^\d{4}-\d{2}-\d{2}$/;
const country = /^[A-Z]{2}$/;

const members = [
  "id",
  "title",
  "gender",
  "given_name",
  "family_name",
  "born_on",
  "email",
  "phone_number",
  "infant_passenger_id",
  "identity_documents",
  "loyalty_programme_accounts",
  "user_id",
  // Deprecated by Duffel, but accepted.
  "type",
];
const required = ["id", "title", "gender", "given_name", "family_name", "born_on", "email", "phone_number"];
const documentMembers = ["type", "unique_identifier", "issuing_country_code", "expires_on"];

/** Returns what Duffel refuses in the passengers of an order of an offer; a text for a member that is not documented. */
export function findPassengerErrors(offer: Record<string, unknown>, given: readonly unknown[]): DuffelError[] | string {
  const unknown = given.map((each) => findUnknown(each, members)).find((fault) => fault !== undefined);
  if (unknown !== undefined) return unknown;
  const passengers = given.map(membersOf);
  const expected = new Map(listOf(offer.passengers).map((each) => [each.id, each]));
  const finalDay = finalDepartureDate(offer);
  const errors = passengers.flatMap((passenger, at) => [
    ...findMemberErrors(passenger, at),
    ...findIdErrors(passenger, at, { passengers, expected }),
    ...findAgeErrors(passenger, at, { finalDay, searched: expected.get(passenger.id) }),
    ...findDocumentErrors(passenger, at, offer),
  ]);
  const missing = [...expected.keys()].filter((id) => !passengers.some((each) => each.id === id));
  return [
    ...errors,
    ...missing.map((id) => error("validation_required", `passenger ${String(id)} of the offer is missing`, "")),
    ...findInfantErrors(passengers, { expected, finalDay }),
    ...findRepeatedNames(passengers),
  ];
}

function findMemberErrors(passenger: Record<string, unknown>, at: number): DuffelError[] {
  const missing = required.filter((member) => typeof passenger[member] !== "string" || passenger[member] === "");
  const wrong = (member: string, code: string, isRight: (text: string) => boolean) => {
    const value = passenger[member];
    if (typeof value !== "string" || value === "" || isRight(value)) return [];
    return [error(code, `${member} is not valid`, `${at}/${member}`)];
  };
  return [
    ...missing.map((member) => error("validation_required", `${member} is required`, `${at}/${member}`)),
    ...wrong("title", "validation_inclusion", (text) => titles.includes(text)),
    ...wrong("gender", "validation_inclusion", (text) => genders.includes(text)),
    ...["given_name", "family_name"].flatMap((member) => [
      ...wrong(member, "validation_format", (text) => name.test(text)),
      ...wrong(member, "validation_length", (text) => [...text].length <= maxNameLength),
    ]),
    ...wrong("born_on", "validation_format", isDate),
    ...wrong("email", "invalid_email_address", (text) => email.test(text)),
    ...wrong("phone_number", "invalid_phone_number", (text) => e164.test(text)),
  ];
}

/** Each passenger of the offer appears exactly once. */
function findIdErrors(
  { id }: Record<string, unknown>,
  at: number,
  { passengers, expected }: { passengers: readonly Record<string, unknown>[]; expected: ReadonlyMap<unknown, unknown> },
): DuffelError[] {
  if (!expected.has(id))
    return [error("validation_inclusion", `${String(id)} is not a passenger of the offer`, `${at}/id`)];
  const first = passengers.findIndex((each) => each.id === id);
  return first === at ? [] : [error("validation_unique", `${String(id)} is repeated`, `${at}/id`)];
}

/**
 * The age on the departure date of the final slice is that of the search. A passenger that was searched as an adult is 18 or over: Duffel
 * documents that younger passengers are searched by age.
 */
function findAgeErrors(
  { born_on: bornOn }: Record<string, unknown>,
  at: number,
  { finalDay, searched }: { finalDay: string; searched: Record<string, unknown> | undefined },
): DuffelError[] {
  if (searched === undefined || typeof bornOn !== "string" || !isDate(bornOn)) return [];
  const age = ageOn(bornOn, finalDay);
  const [min, max] = rangeOf(searched);
  if (age >= min && age <= max) return [];
  return [error("validation_inclusion", `born_on is age ${age} on ${finalDay}, not ${min} to ${max}`, `${at}/born_on`)];
}

function rangeOf({ age, type }: Record<string, unknown>): [number, number] {
  if (typeof age === "number") return [age, age];
  if (type === "infant_without_seat") return [0, 1];
  return type === "child" ? [2, 17] : [18, 150];
}

/** At most one document for each passenger, of a type that the offer supports, and a passport if the offer requires documents. */
function findDocumentErrors(
  { identity_documents: given = [] }: Record<string, unknown>,
  at: number,
  offer: Record<string, unknown>,
): DuffelError[] {
  const at0 = `${at}/identity_documents`;
  if (!Array.isArray(given)) return [error("validation_type", "identity_documents is not a list", at0)];
  if (given.length > 1) return [error("validation_length", "a passenger has one identity document", at0)];
  const supported = offer.supported_passenger_identity_document_types ?? documentTypes;
  const isRequired = offer.passenger_identity_documents_required === true;
  if (given.length === 0) {
    return isRequired ? [error("validation_required", "the offer requires an identity document", at0)] : [];
  }
  const document = membersOf(given[0]);
  const unknown = findUnknown(document, documentMembers);
  if (unknown !== undefined) return [error("validation_inclusion", unknown, at0)];
  const wrong = [
    ["type", documentTypes.includes(document.type) && Array.isArray(supported) && supported.includes(document.type)],
    ["unique_identifier", typeof document.unique_identifier === "string" && document.unique_identifier !== ""],
    ["issuing_country_code", country.test(String(document.issuing_country_code))],
    ["expires_on", isDate(String(document.expires_on))],
  ] as const;
  return wrong
    .filter(([, isRight]) => !isRight)
    .map(([member]) => error("validation_format", `${member} is not valid`, `${at0}/0/${member}`));
}

/** Each infant travels with one adult, and no adult with two. */
function findInfantErrors(
  passengers: readonly Record<string, unknown>[],
  { expected, finalDay }: { expected: ReadonlyMap<unknown, Record<string, unknown>>; finalDay: string },
): DuffelError[] {
  const isInfant = ({ id, born_on: bornOn }: Record<string, unknown>) => {
    const searched = expected.get(id);
    if (searched === undefined) return false;
    return typeof bornOn === "string" && isDate(bornOn) ? ageOn(bornOn, finalDay) < 2 : rangeOf(searched)[1] < 2;
  };
  const infants = passengers.filter(isInfant).map(({ id }) => id);
  const errors = passengers.flatMap((passenger, at) => {
    const infant = passenger.infant_passenger_id;
    if (infant === undefined || infant === null) return [];
    const isRight = infants.includes(infant) && !isInfant(passenger);
    return isRight
      ? []
      : [error("validation_inclusion", "infant_passenger_id is not an infant", `${at}/infant_passenger_id`)];
  });
  const count = (id: unknown) => passengers.filter((each) => each.infant_passenger_id === id).length;
  const alone = infants.filter((id) => count(id) !== 1);
  return [
    ...errors,
    ...alone.map((id) =>
      error("validation_required", `infant ${String(id)} needs one adult's infant_passenger_id`, ""),
    ),
  ];
}

/** `duplicate_passenger_name`: "The order cannot contain more than one passenger with the same name". */
function findRepeatedNames(passengers: readonly Record<string, unknown>[]): DuffelError[] {
  const names = passengers.map((each) => `${String(each.given_name)} ${String(each.family_name)}`.toUpperCase());
  const isRepeated = new Set(names).size < names.length;
  return isRepeated ? [error("duplicate_passenger_name", "passengers have the same name", "")] : [];
}

function error(code: string, message: string, member: string): DuffelError {
  return { code, message, pointer: `/data/passengers${member === "" ? "" : `/${member}`}` };
}

/** Date of the departure of the first segment of the final slice, in local time. */
export function finalDepartureDate(offer: Record<string, unknown>): string {
  const [segment] = listOf(listOf(offer.slices).at(-1)?.segments);
  return String(segment?.departing_at).slice(0, 10);
}

/** Age in completed years; a birthday on 29 February is on 1 March of other years. */
export function ageOn(bornOn: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(bornOn.slice(0, 4));
  return day.slice(5) < bornOn.slice(5) ? years - 1 : years;
}

/** True for a date of the calendar. */
export function isDate(text: string): boolean {
  const time = isoDate.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Returns the objects of a list; none if the value is not a list. */
export function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(membersOf) : [];
}
