import type { TimeZones } from "@wayfare/engine";
import type { Aircraft } from "../facts/aircraft.ts";
import type { Airline, Terminal } from "../facts/airline.ts";
import type { Airport } from "../facts/airport.ts";
import type { AirportRule, Curfew } from "../facts/airport-rule.ts";
import type { CabotageFacts } from "../facts/cabotage.ts";
import type { ClosedAirspace, Point } from "../facts/closed-airspace.ts";
import type { ClosedMarket } from "../facts/closed-market.ts";
import type { ConnectionRuleFacts } from "../facts/connection-rules.ts";
import type { Facts } from "../facts/facts.ts";
import type { FleetCount } from "../facts/fleet-count.ts";
import type { Interlining } from "../facts/interlining.ts";
import type { Nonstop } from "../facts/nonstop.ts";
import type { SeasonalAirport } from "../facts/seasonal-airport.ts";

/** Facts by index, as used by the generator and the timetable. */
export interface IndexedFacts {
  timeZones: TimeZones;
  airports: readonly Airport[];
  airlines: readonly Airline[];
  aircraft: readonly Aircraft[];
  terminals: readonly Terminal[];
  nonstops: readonly Nonstop[];
  airportRules: ReadonlyMap<string, AirportRule>;
  curfews: readonly Curfew[];
  seasonalAirports: ReadonlyMap<string, SeasonalAirport>;
  connectionRules: ConnectionRuleFacts;
  closedAirspace: readonly ClosedAirspace[];
  closedMarkets: readonly ClosedMarket[];
  cabotage: CabotageFacts;
  routingPoints: readonly Point[];
  fleetCounts: readonly FleetCount[];
  /** Parallel to `airlines`. */
  interlining: readonly Interlining[];
}

export function indexFacts({ airports, airlines, aircraft, ...others }: Facts): IndexedFacts {
  return {
    airports: [...airports.values()],
    airlines: [...airlines.values()],
    aircraft: [...aircraft.values()],
    timeZones: others.timeZones,
    terminals: others.terminals,
    nonstops: others.nonstops,
    airportRules: others.airportRules,
    curfews: others.curfews,
    seasonalAirports: others.seasonalAirports,
    connectionRules: others.connectionRules,
    fleetCounts: others.fleetCounts,
    closedAirspace: others.closedAirspace,
    closedMarkets: others.closedMarkets,
    cabotage: others.cabotage,
    routingPoints: others.routingPoints,
    interlining: [...airlines.keys()].map((code) => getInterlining(others, code)),
  };
}

function getInterlining({ interlining }: Pick<Facts, "interlining">, code: string): Interlining {
  const found = interlining.get(code);
  if (found === undefined) throw new RangeError(`no interlining of airline ${code}`);
  return found;
}
