import type { Aircraft } from "../facts/aircraft.ts";
import type { Airline, Terminal } from "../facts/airline.ts";
import type { Airport } from "../facts/airport.ts";
import type { ConnectionRuleFacts } from "../facts/connection-rules.ts";
import type { Facts } from "../facts/facts.ts";

/** The facts as the generator and the timetable number them: by place in a list. */
export interface FactsInOrder {
  airports: readonly Airport[];
  airlines: readonly Airline[];
  aircraft: readonly Aircraft[];
  terminals: readonly Terminal[];
  connectionRules: ConnectionRuleFacts;
}

export function putInOrder({ airports, airlines, aircraft, terminals, connectionRules }: Facts): FactsInOrder {
  return {
    airports: [...airports.values()],
    airlines: [...airlines.values()],
    aircraft: [...aircraft.values()],
    terminals,
    connectionRules,
  };
}
