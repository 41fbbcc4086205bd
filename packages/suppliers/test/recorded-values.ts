import { formatMoney } from "@wayfare/contract";
import type { CashOffer, SuppliedFlight } from "@wayfare/suppliers";

/** All texts of a recorded answer, parts of comma-separated lists, and its numbers as texts. */
export function collectValues(recorded: unknown, values: Set<string> = new Set<string>()): Set<string> {
  if (typeof recorded === "string")
    for (const part of [recorded, ...recorded.split(/,\s*/)]) values.add(part).add(String(Number(part)));
  else if (typeof recorded === "number") values.add(String(recorded));
  else if (typeof recorded === "object" && recorded !== null)
    for (const member of Object.values(recorded)) collectValues(member, values);
  return values;
}

/** A mapped value, by its path in the flight, as the text that the recorded answer must contain. */
export interface MappedValue {
  path: string;
  text: string;
}

/** Lists all stated values of a mapped flight except counts of travelers and values that follow from others, such as layovers. */
export function listValues({ slices, cash, award, emissions }: SuppliedFlight): MappedValue[] {
  const segments = slices.flatMap((slice) => slice.segments);
  return [
    ...segments.flatMap((segment, at) => listMembers(segment, `segments/${at}`)),
    ...cash.flatMap((offer, at) => listMembers(withAmounts(offer), `cash/${at}`)),
    ...award.flatMap((offer, at) => listMembers(offer, `award/${at}`)),
    ...(emissions === null ? [] : listMembers({ ...emissions, method: null }, "emissions")),
  ];
}

/** Writes the amounts of an offer as the supplier does. */
function withAmounts({ perTraveler, requires: _requires, conditions, currency, ...offer }: CashOffer) {
  const amountOf = (minor: number | null) => (minor === null ? null : formatMoney(minor, currency ?? "USD").amount);
  return {
    ...offer,
    currency,
    total: amountOf(offer.total),
    base: amountOf(offer.base),
    taxes: offer.taxes?.map(({ amount }) => amountOf(amount)) ?? null,
    perTraveler: perTraveler.map(({ total }) => amountOf(total)),
    conditions: [conditions, ...(conditions?.slices ?? [])].flatMap((stated) =>
      [stated?.refund, stated?.change, stated?.noShow].flatMap((each) =>
        each ? { fee: each.fee === null ? null : formatMoney(each.fee, each.currency ?? currency ?? "USD") } : [],
      ),
    ),
    fareBrand: offer.fareBrand?.split(" + ") ?? null,
  };
}

function listMembers(value: unknown, path: string): MappedValue[] {
  if (value === null || value === undefined || typeof value === "boolean") return [];
  if (typeof value === "string" || typeof value === "number") return [{ path, text: String(value) }];
  if (typeof value !== "object") throw new TypeError(`${path} is not a JSON value`);
  if ("epochMinutes" in value && "offsetMinutes" in value) {
    const minutes = Number(value.epochMinutes) + Number(value.offsetMinutes);
    return [{ path, text: new Date(minutes * 60_000).toISOString().slice(0, "2027-02-10T18:30:00".length) }];
  }
  return Object.entries(value).flatMap(([name, member]) => listMembers(member, `${path}/${name}`));
}
