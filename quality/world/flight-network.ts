/** Nonstop flights per average day of one airline from one airport to another. */
export interface NonstopService {
  readonly origin: string;
  readonly destination: string;
  readonly airline: string;
  readonly dailyFlights: number;
  readonly dailySeats: number;
}

/** Location of an airport, for distances and for figures by country. */
interface AirportPlace {
  readonly country: string;
  readonly latitude: number;
  readonly longitude: number;
}

export type Places = ReadonlyMap<string, AirportPlace>;

/** Totals of flights that share a key. */
export interface Traffic {
  flights: number;
  seats: number;
}

/** Aggregates of a network for the comparison. */
export interface CountedNetwork {
  readonly services: readonly NonstopService[];
  readonly flights: number;
  /** Departures by airport. */
  readonly airports: ReadonlyMap<string, Traffic>;
  /** Departures by airline. */
  readonly airlines: ReadonlyMap<string, Traffic>;
  /** By `JFK-LHR`, one way. */
  readonly directedPairs: ReadonlyMap<string, Traffic>;
  /** By `JFK-LHR`, both ways, the first code in the alphabet first. */
  readonly pairs: ReadonlyMap<string, Traffic>;
}

/** Aggregates a network's services; services without flights are ignored. */
export function countNetwork(all: readonly NonstopService[]): CountedNetwork {
  const services = all.filter(({ dailyFlights }) => dailyFlights > 0);
  return {
    services,
    flights: services.reduce((sum, { dailyFlights }) => sum + dailyFlights, 0),
    airports: trafficBy(services, ({ origin }) => origin),
    airlines: trafficBy(services, ({ airline }) => airline),
    directedPairs: trafficBy(services, ({ origin, destination }) => `${origin}-${destination}`),
    pairs: trafficBy(services, ({ origin, destination }) => [origin, destination].toSorted().join("-")),
  };
}

/** Flights and seats per day by key. */
export function trafficBy(
  services: readonly NonstopService[],
  keyOf: (service: NonstopService) => string,
): Map<string, Traffic> {
  const traffic = new Map<string, Traffic>();
  for (const service of services) {
    const key = keyOf(service);
    const counted = traffic.get(key) ?? { flights: 0, seats: 0 };
    counted.flights += service.dailyFlights;
    counted.seats += service.dailySeats;
    traffic.set(key, counted);
  }
  return traffic;
}

/** Returns the keys with the highest totals, at most `count`; ties in alphabetical order. */
export function largest(traffic: ReadonlyMap<string, Traffic>, by: keyof Traffic, count: number): string[] {
  return [...traffic]
    .sort(([a, one], [b, other]) => other[by] - one[by] || (a < b ? -1 : 1))
    .slice(0, count)
    .map(([key]) => key);
}
