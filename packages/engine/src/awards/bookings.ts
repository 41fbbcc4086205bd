import { programs as allPrograms, type Program } from "./programs/programs.ts";
import type { TariffInput } from "./tariffs/tariff.ts";

/** A program that books all airlines of a slice, with its level-independent inputs: equal for every slice of those airlines. */
export interface Booking {
  readonly program: Program;
  /** Another airline flies a leg. */
  readonly byPartner: boolean;
  /** Bit i is set if leg i is on the program's own airlines. */
  readonly ownLegs: number;
  readonly saver: TariffInput;
  readonly standard: TariffInput;
}

/** Finds the programs that can book the airlines of a slice, once per combination of airlines. */
export interface BookingIndex {
  readonly programs: readonly Program[];
  /** True if awards that programs sell only as round trips are included. */
  readonly isRoundTrip: boolean;
  readonly cache: Map<number, readonly Booking[]>;
}

/** Index of an airline among those that any program books; 0 if no program books it. */
const indexByCode = new Map(
  [...new Set(allPrograms.flatMap(({ carriers }) => [...carriers]))].map((code, i) => [code, i + 1]),
);

/** The airline's key for `bookingsOf`; 0 if no program books it. */
export function findCarrierIndex(carrier: string): number {
  return indexByCode.get(carrier) ?? 0;
}

const none: readonly Booking[] = [];

/** Returns the programs of the index that book every airline of a slice. */
export function bookingsOf(
  { programs, isRoundTrip, cache }: BookingIndex,
  legs: readonly { readonly carrier: string; readonly carrierIndex: number }[],
): readonly Booking[] {
  let key = 0;
  for (const { carrierIndex } of legs) {
    if (carrierIndex === 0) return none;
    key = key * (indexByCode.size + 1) + carrierIndex;
  }
  let bookings = cache.get(key);
  if (bookings === undefined) {
    const carriers = legs.map(({ carrier }) => carrier);
    bookings = programs.flatMap((program) => bookingIn(program, carriers, isRoundTrip) ?? []);
    cache.set(key, bookings);
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
  const input = { byPartner, isOwn };
  return {
    program,
    byPartner,
    ownLegs,
    saver: { ...input, level: "saver" },
    standard: { ...input, level: "standard" },
  };
}
