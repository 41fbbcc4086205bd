import {
  type FoundAwardOffer,
  type FoundCashOffer,
  type FoundFlight,
  type FoundSlice,
  findProgram,
  minutesPerDay,
  type RankOption,
  type RankSlice,
  type Timetable,
  type UsdCharge,
} from "@wayfare/engine";

/** Converts every offer of found flights to the input of ranking, in US cents. */
export function optionsOf({ aircraft }: Timetable, flights: readonly FoundFlight[]): RankOption[] {
  const families = new Map(aircraft.map(({ code, family }) => [code, family]));
  return flights.flatMap((found, flight) => {
    const slices = found.slices.map((slice) => rankSlice(slice, families));
    const shared = { flight, slices, kgCO2e: found.kgCO2ePerTraveler, typicalKgCO2e: found.typicalKg };
    const cheapest = found.cheapestCash === null ? null : cashCents(found.cheapestCash);
    return [
      ...found.cash.map((offer): RankOption => ({ ...shared, ...cashTraits(offer) })),
      ...found.award.map((offer): RankOption => ({ ...shared, ...awardTraits(offer, cheapest) })),
    ];
  });
}

/** Total price of a cash offer in US cents: base, taxes and surcharges of all travelers. */
export function cashCents({ fares }: FoundCashOffer): number {
  return fares.reduce(
    (sum, { count, baseCents, taxes, surcharges }) => sum + count * (baseCents + cents(taxes) + cents(surcharges)),
    0,
  );
}

function awardCents({ fares }: FoundAwardOffer): number {
  return fares.reduce(
    (sum, { count, taxes, surcharges, fees }) => sum + count * (cents(taxes) + cents(surcharges) + cents(fees)),
    0,
  );
}

function cents(charges: readonly Pick<UsdCharge, "usdCents">[]): number {
  return charges.reduce((sum, { usdCents }) => sum + usdCents, 0);
}

type Traits = Omit<RankOption, "flight" | "slices" | "kgCO2e" | "typicalKgCO2e">;

function cashTraits(offer: FoundCashOffer): Traits {
  return {
    kind: "cash",
    moneyMinor: cashCents(offer),
    miles: 0,
    mileValueMinor: 0,
    valuePerMileMinor: null,
    refundable: offer.refundable,
    changeable: offer.changeable,
    checkedBags: Math.min(...offer.segments.map(({ checked }) => checked)),
    mixedCabin: offer.segments.some(({ cabin }) => cabin !== offer.cabin),
    seatsRemaining: offer.seatsRemaining,
    confidence: 1,
  };
}

function awardTraits(offer: FoundAwardOffer, cheapestCash: number | null): Traits {
  const { floor, ceiling } = findProgram(offer.program)?.valueCents ?? { floor: 1, ceiling: 1 };
  const miles = offer.fares.reduce((sum, fare) => sum + fare.miles * fare.count, 0);
  const moneyMinor = awardCents(offer);
  return {
    kind: "award",
    moneyMinor,
    miles,
    mileValueMinor: (floor + ceiling) / 2,
    valuePerMileMinor: cheapestCash === null || miles === 0 ? null : (cheapestCash - moneyMinor) / miles,
    refundable: null,
    changeable: null,
    checkedBags: null,
    mixedCabin: offer.mixedCabin,
    seatsRemaining: offer.seatsRemaining,
    confidence: offer.confidence,
  };
}

function rankSlice({ segments, layovers }: FoundSlice, families: Map<string, RankSlice["aircraft"][number]["family"]>) {
  const local = (epoch: number, offset: number) => (((epoch + offset) % minutesPerDay) + minutesPerDay) % minutesPerDay;
  const [first, last] = [segments[0], segments.at(-1)];
  if (first === undefined || last === undefined) throw new Error("a slice without segments");
  return {
    durationMinutes: last.arrivalEpochMinutes - first.departureEpochMinutes,
    carriers: new Set(segments.map(({ marketingCarrier }) => marketingCarrier)).size,
    departureMinute: local(first.departureEpochMinutes, first.departureOffsetMinutes),
    arrivalMinute: local(last.arrivalEpochMinutes, last.arrivalOffsetMinutes),
    layovers: layovers.map(({ minimumMinutes, ...layover }) => ({
      ...layover,
      slackMinutes: layover.durationMinutes - minimumMinutes,
    })),
    aircraft: segments.flatMap(({ aircraft, departureEpochMinutes, arrivalEpochMinutes }) => {
      const family = families.get(aircraft);
      return family === undefined ? [] : [{ family, minutes: arrivalEpochMinutes - departureEpochMinutes }];
    }),
  };
}
