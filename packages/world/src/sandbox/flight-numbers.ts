import { unitHash } from "@wayfare/engine";

const highestNumber = 9998;
/** Upper bound of own numbers; higher ones are for codeshares. */
const highestOwnNumber = 6498;
/** Numbers tried before a codeshare is dropped. */
const maxTries = 40;
const firstNumber = { long: 1, medium: 201, short: 1001 };

/**
 * Assigns an airline's flight numbers: odd outbound, even return. A route's numbers are a hash of its ends rather than a counter, so they
 * do not change when other routes are added or removed.
 */
export class FlightNumbers {
  readonly #taken = new Set<number>();
  readonly #highest: number;
  readonly #seed: number;
  #shared: number | undefined;

  /** @param seed different for each airline: airlines choose their numbers independently */
  constructor(dailyDepartures: number, seed: number) {
    this.#seed = seed;
    this.#highest = Math.min(highestOwnNumber, 1998 + 1000 * Math.ceil((dailyDepartures * 1.5) / 1000));
  }

  /**
   * Returns the odd number of an outbound flight; the return flight has the next. Longer routes get lower numbers.
   *
   * @param onRoute numbers of other airlines between the same airports; the new one is added
   */
  take(base: number, other: number, nth: number, km: number, onRoute: Set<number>): number {
    const lowest = firstNumber[km > 5000 ? "long" : km > 2500 ? "medium" : "short"];
    const places = Math.max(1, Math.floor((this.#highest - lowest) / 2 / 3));
    const start = lowest + 2 * Math.floor(unitHash(base, other, nth, this.#seed) * places);
    for (const from of [start, 1]) {
      for (let number = from; number < highestNumber; number += 2) {
        if (onRoute.has(number) || !this.#claim(number)) continue;
        onRoute.add(number);
        return number;
      }
    }
    throw new RangeError("an airline has more flights than flight numbers");
  }

  /** Returns the odd number of a codeshare's outbound flight; undefined if none is left. */
  assignShared(operator: number, operatorsNumber: number): number | undefined {
    this.#shared ??= this.#firstFree();
    const places = Math.floor((highestNumber - this.#shared) / 2);
    if (places <= 0) return undefined;
    const start = Math.floor(unitHash(operator, operatorsNumber, 37, 41) * places);
    for (let tried = 0; tried < maxTries; tried++) {
      const number = this.#shared + 2 * ((start + tried) % places);
      if (this.#claim(number)) return number;
    }
    return undefined;
  }

  /** Codeshare numbers begin above all own numbers. */
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
