import { programs as allPrograms, type Program } from "./programs/programs.ts";
import type { TariffQuestion } from "./tariffs/tariff.ts";

/** A program that books all airlines of a slice, with what it is asked at either level: the same for every slice of those airlines. */
export interface Booking {
  readonly program: Program;
  /** Another airline flies a leg. */
  readonly byPartner: boolean;
  /** Bit i is set where leg i is the program's own. */
  readonly ownLegs: number;
  readonly saver: TariffQuestion;
  readonly standard: TariffQuestion;
}

/** Who books the airlines of slices, found out once for each combination of them. */
export interface BookingIndex {
  readonly programs: readonly Program[];
  /** Programs that sell some awards in round trips alone, sell them. */
  readonly isRoundTrip: boolean;
  readonly known: Map<number, readonly Booking[]>;
}

/** An airline's place among those that any program books; 0 is booked by none. */
const placeOf = new Map(
  [...new Set(allPrograms.flatMap(({ carriers }) => [...carriers]))].map((code, i) => [code, i + 1]),
);

/** The airline as `bookingsOf` takes it; 0 where no program books it. */
export function carrierPlace(carrier: string): number {
  return placeOf.get(carrier) ?? 0;
}

const none: readonly Booking[] = [];

/** The programs of the index that book every airline of a slice. */
export function bookingsOf(
  { programs, isRoundTrip, known }: BookingIndex,
  legs: readonly { readonly carrier: string; readonly place: number }[],
): readonly Booking[] {
  let key = 0;
  for (const { place } of legs) {
    if (place === 0) return none;
    key = key * (placeOf.size + 1) + place;
  }
  let bookings = known.get(key);
  if (bookings === undefined) {
    const carriers = legs.map(({ carrier }) => carrier);
    bookings = programs.flatMap((program) => bookingIn(program, carriers, isRoundTrip) ?? []);
    known.set(key, bookings);
  }
  return bookings;
}

function bookingIn(program: Program, carriers: readonly string[], isRoundTrip: boolean): Booking | null {
  if (!carriers.every((carrier) => program.carriers.has(carrier))) return null;
  const isOwn = (carrier: string) => program.ownCarriers.includes(carrier);
  const byPartner = !carriers.every(isOwn);
  if (byPartner && program.roundTripOnly === "partners" && !isRoundTrip) return null;
  let ownLegs = 0;
  for (const [i, carrier] of carriers.entries()) if (isOwn(carrier)) ownLegs |= 1 << i;
  const asked = { byPartner, isOwn };
  return {
    program,
    byPartner,
    ownLegs,
    saver: { ...asked, level: "saver" },
    standard: { ...asked, level: "standard" },
  };
}
