import { greatCircleKm } from "../../geography/great-circle.ts";
import { type EpochDay, parseEpochDay } from "../../timetable/calendar.ts";
import type { Cabin } from "../cabins.ts";
import { type DatedRates, ratesOn } from "../dated-rates.ts";
import { type TaxCurrency, usdCentsOf } from "../exchange.ts";
import { isUnder } from "../traveler-kind.ts";
import type { AmountsByCabin, Destinations, Levy, LevyRates } from "./levy.ts";
import type { TaxCharge } from "./tax-charge.ts";
import type { AirportFacts, TaxTraveler } from "./tax-journey.ts";

/** Charge in each cabin; null if none is due. */
type ChargeByCabin = readonly (Readonly<TaxCharge> | null)[];

/** True if a flight between an airport of the country that levies and another airport is in a zone. */
type ZoneTest = (home: AirportFacts, other: AirportFacts) => boolean;

interface CompiledRates {
  /** Infinite without an end. */
  readonly lastDay: EpochDay;
  readonly zones: readonly { readonly includes: ZoneTest; readonly charges: ChargeByCabin }[];
}

/** A levy in US cents, with sets instead of lists. */
export interface CompiledLevy extends Pick<Levy, "code" | "basis" | "exempt"> {
  readonly on: NonNullable<Levy["on"]>;
  /** True for the airports that levy it. */
  readonly isLeviedAt: (airport: string) => boolean;
  readonly rates: readonly DatedRates<CompiledRates>[];
}

/** Converts a levy for computation. Throws a RangeError for a date that is none. */
export function compileLevy(levy: Levy): CompiledLevy {
  const { code, basis, exempt, on = "departure", airports, exceptAirports = "" } = levy;
  const dated = levy.rates.map((rates) => ({ from: parseEpochDay(rates.from), rates: compileRates(rates, levy) }));
  const [only, except] = [airports === undefined ? null : wordsOf(airports), wordsOf(exceptAirports)];
  return {
    code,
    basis,
    ...(exempt && { exempt }),
    on,
    isLeviedAt: (airport) => (only === null || only.has(airport)) && !except.has(airport),
    rates: [{ from: 0, rates: nothingDue }, ...dated],
  };
}

const nothingDue: CompiledRates = { lastDay: Number.POSITIVE_INFINITY, zones: [] };

/** Words of a text that are separated by spaces. */
export function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(" ").filter((word) => word !== ""));
}

function compileRates({ validUntil, zones }: LevyRates, { code, basis, currency }: Levy): CompiledRates {
  const chargesOf = (amount: number | AmountsByCabin) =>
    centsByCabin(amount, currency).map((usdCents) => (usdCents === 0 ? null : { code, usdCents, basis, validUntil }));
  return {
    lastDay: validUntil === null ? Number.POSITIVE_INFINITY : parseEpochDay(validUntil),
    zones: zones.map(({ to, amount }) => ({ includes: zoneTestOf(to), charges: chargesOf(amount) })),
  };
}

function centsByCabin(amount: number | AmountsByCabin, currency: TaxCurrency): number[] {
  const {
    economy,
    premiumEconomy = economy,
    business = premiumEconomy,
    first = business,
  } = typeof amount === "number" ? { economy: amount } : amount;
  const centsOf = (units: number) => usdCentsOf(units, currency);
  return [centsOf(economy), centsOf(premiumEconomy), centsOf(business), centsOf(first)];
}

function zoneTestOf(to: Destinations): ZoneTest {
  if (to === "any") return () => true;
  if (to === "domestic") return (home, other) => home.country === other.country;
  if (to === "international") return (home, other) => home.country !== other.country;
  if ("countries" in to) {
    const countries = wordsOf(to.countries);
    return (_, other) => countries.has(other.country);
  }
  if ("airports" in to) {
    const airports = wordsOf(to.airports);
    return (_, other) => airports.has(other.code);
  }
  return (home, other) => greatCircleKm(home, other) <= to.withinKm;
}

/** A flight or journey as a levy sees it: an airport of the country that levies, and the other end. */
export interface LeviedFlight {
  readonly home: AirportFacts;
  readonly other: AirportFacts;
  readonly day: EpochDay | undefined;
}

/** Returns the charge of a levy for one traveler, or null if none is due. Does not check the event of the levy. */
export function chargeOf(levy: CompiledLevy, flight: LeviedFlight, traveler: TaxTraveler): Readonly<TaxCharge> | null {
  if (traveler.type === "infant" || isExempt(levy, traveler)) return null;
  return chargeOfAnyone(levy, flight, traveler.cabin);
}

/** The same without exemptions by age. */
export function chargeOfAnyone(
  { rates }: CompiledLevy,
  { home, other, day }: LeviedFlight,
  cabin: Cabin,
): Readonly<TaxCharge> | null {
  const { lastDay, zones } = ratesOn(rates, day);
  for (const { includes, charges } of zones) {
    if (!includes(home, other)) continue;
    const charge = charges[cabin];
    return charge !== null && day !== undefined && day > lastDay ? { ...charge, isOutdated: true } : charge;
  }
  return null;
}

function isExempt({ exempt }: CompiledLevy, { type, cabin }: TaxTraveler): boolean {
  if (exempt === undefined || !isUnder(type, exempt.under)) return false;
  return cabin === 0 || exempt.inEconomyOnly !== true;
}
