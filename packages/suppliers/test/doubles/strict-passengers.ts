import { ageOn } from "@wayfare/contract";
import { membersOf } from "./supplier-double.ts";

/**
 * Checks the passengers of an offer request and of an order as Duffel documents them, independently of the adapter (duffel-api-javascript,
 * `OfferRequestPassenger`, `CreateOrderPassenger`; duffel-api-java, `OrderPassenger`):
 *
 * - "A passenger will have only a type or an age."
 * - `age`: "The age of the passenger on the `departure_date` of the final slice."
 * - From 18 on the type is `adult`; an age of 0 or 1 is an infant without a seat, "must be associated with an adult passenger".
 * - Names: "Only `space`, `-`, `'`, and letters from the `ASCII`, `Latin-1 Supplement` and `Latin Extended-A` (with the exceptions of `Æ`, `æ`,
 *   `Ĳ`, `ĳ`, `Œ`, `œ`, `Þ`, and `ð`)", 1 to 20 characters.
 *
 * @returns the faults in words
 */
export function findPassengerFaults(
  requested: readonly unknown[],
  ordered: readonly { passenger: number; bornOn: string; names: string[]; infant?: number }[],
  finalDepartureDate: string,
): string[] {
  const faults: string[] = [];
  const passengers = requested.map(membersOf);
  for (const [at, { type, age }] of passengers.entries()) {
    const isAdult = type === "adult" && age === undefined;
    const isByAge = type === undefined && Number.isInteger(age) && Number(age) >= 0 && Number(age) < 18;
    if (!isAdult && !isByAge) faults.push(`passenger ${at} has neither the type adult nor an age under 18`);
  }
  if (new Set(ordered.map(({ passenger }) => passenger)).size !== passengers.length) {
    faults.push("not every passenger of the offer is ordered once");
  }
  const onLap: number[] = [];
  for (const { passenger, bornOn, names, infant } of ordered) {
    const expected = passengers[passenger]?.["age"];
    const age = ageOn(finalDepartureDate, bornOn);
    if (expected === undefined ? age < 18 : age !== expected) faults.push(`passenger ${passenger} is ${age} years old`);
    if (infant !== undefined) {
      onLap.push(infant);
      if (age < 18) faults.push(`passenger ${passenger} is no adult`);
    }
    for (const name of names) {
      const letters = Array.from(name).every((each) => isDocumented(each.codePointAt(0) ?? 0, each));
      if (!letters || name.length < 1 || name.length > 20) faults.push(`a name of passenger ${passenger}`);
    }
  }
  const infants = passengers.flatMap(({ age }, at) => (age === 0 || age === 1 ? [at] : []));
  if (infants.join() !== onLap.toSorted((a, b) => a - b).join()) faults.push("an infant without a separate adult");
  return faults;
}

function isDocumented(code: number, character: string): boolean {
  if (" -'".includes(character)) return true;
  const isLetter = /\p{L}/u.test(character);
  return isLetter && code <= 0x17f && !"ÆæĲĳŒœÞð".includes(character);
}

export { toPassengers } from "../../src/duffel/passengers.ts";
