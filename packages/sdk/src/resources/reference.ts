import type { QueryOf } from "../client/operations.ts";
import type { RequestOptions } from "../client/options.ts";
import { Pages } from "../client/pages.ts";
import { Resource } from "../client/resource.ts";
import type { AircraftDetail, AirlineDetail, CurrencyDetail, ProgramDetail } from "../generated/types.ts";

/** Loyalty programs, by code. */
export class Programs extends Resource {
  /** Lists loyalty programs. */
  list(query?: QueryOf<"listPrograms">, options?: RequestOptions): Pages<ProgramDetail> {
    return new Pages((next) => this.send("listPrograms", { query: { ...query, ...next } }, options));
  }
}

/** Airlines, by IATA code. */
export class Airlines extends Resource {
  /** Lists airlines. */
  list(query?: QueryOf<"listAirlines">, options?: RequestOptions): Pages<AirlineDetail> {
    return new Pages((next) => this.send("listAirlines", { query: { ...query, ...next } }, options));
  }
}

/** Aircraft types, by IATA code. */
export class Aircraft extends Resource {
  /** Lists aircraft types. */
  list(query?: QueryOf<"listAircraft">, options?: RequestOptions): Pages<AircraftDetail> {
    return new Pages((next) => this.send("listAircraft", { query: { ...query, ...next } }, options));
  }
}

/** Currencies of prices, by ISO 4217 code. */
export class Currencies extends Resource {
  /** Lists currencies. */
  list(query?: QueryOf<"listCurrencies">, options?: RequestOptions): Pages<CurrencyDetail> {
    return new Pages((next) => this.send("listCurrencies", { query: { ...query, ...next } }, options));
  }
}
