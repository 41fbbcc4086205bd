import { unitHash } from "@wayfare/engine";

const highestNumber = 9998;
/** Where own numbers end at the latest; what is above is for flights of others. */
const highestOwnNumber = 6498;
/** Numbers looked at before a flight goes unshared. */
const mostTries = 40;
const firstNumber = { long: 1, medium: 201, short: 1001 };

/**
 * Gives an airline's flights their numbers: odd out and even back. A route's numbers come from its ends, not from a count, so that
 * they stay when other routes come and go.
 */
export class FlightNumbers {
  readonly #taken = new Set<number>();
  readonly #highest: number;
  #shared: number | undefined;

  constructor(dailyDepartures: number) {
    this.#highest = Math.min(highestOwnNumber, 1998 + 1000 * Math.ceil((dailyDepartures * 1.5) / 1000));
  }

  /** The odd number of a flight out; the one back has the next. The farther it goes, the lower it is. */
  take(base: number, other: number, nth: number, km: number): number {
    const first = firstNumber[km > 5000 ? "long" : km > 2500 ? "medium" : "short"];
    const places = Math.max(1, Math.floor((this.#highest - first) / 2 / 3));
    const start = first + 2 * Math.floor(unitHash(base, other, nth, 23) * places);
    for (let number = start; number < highestNumber; number += 2) if (this.#claim(number)) return number;
    for (let number = 1; number < highestNumber; number += 2) if (this.#claim(number)) return number;
    throw new RangeError("an airline has more flights than numbers");
  }

  /** The odd number under which the airline sells another's flight out; undefined where it has none left. */
  takeShared(operator: number, operatorsNumber: number): number | undefined {
    this.#shared ??= this.#firstFree();
    const places = Math.floor((highestNumber - this.#shared) / 2);
    if (places <= 0) return undefined;
    const start = Math.floor(unitHash(operator, operatorsNumber, 37, 41) * places);
    for (let tried = 0; tried < mostTries; tried++) {
      const number = this.#shared + 2 * ((start + tried) % places);
      if (this.#claim(number)) return number;
    }
    return undefined;
  }

  /** Shared numbers begin above all own ones. */
  #firstFree(): number {
    let highest = this.#highest;
    for (const number of this.#taken) highest = Math.max(highest, number);
    return highest + 3 - (highest % 2 === 0 ? 2 : 1);
  }

  #claim(number: number): boolean {
    if (this.#taken.has(number)) return false;
    this.#taken.add(number);
    return true;
  }
}
