import type { Clock } from "../clock.ts";
import { ProblemError } from "../http/problem.ts";
import { makeThrottle, Throttle } from "../http/throttle.ts";

/** Enough for a household and a bad memory; the second is what a guesser gets in the long run. */
const perAddress = { burst: 20, perMinute: 10 };
const perPerson = { burst: 5, perMinute: 1 };

/** Slows down whoever guesses passwords, codes and links. */
export interface Guessing {
  /** A try from an address. @throws ProblemError RATE_LIMITED. */
  fromAddress: (address: string) => void;
  /**
   * Runs what signs a person in or confirms them, and throws RATE_LIMITED instead where too many such have failed. What does not fail
   * costs nothing. Names that nobody has are slowed down like others, so that nothing is learnt from it.
   */
  ofPerson<T>(name: string, work: () => Promise<T>): Promise<T>;
}

export function makeGuessing(clock: Clock): Guessing {
  const people = new Throttle(clock, perPerson, "for this account");
  return {
    fromAddress: makeThrottle(clock, perAddress),
    async ofPerson(name, work) {
      // Before, not after: what runs at the same time counts too.
      people.take(name);
      let isWrong = false;
      try {
        return await work();
      } catch (error) {
        isWrong = error instanceof ProblemError && error.code === "SIGN_IN_FAILED";
        throw error;
      } finally {
        if (!isWrong) people.giveBack(name);
      }
    },
  };
}
