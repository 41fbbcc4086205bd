export { findProgram, isOffered, type Program, programs } from "./awards/programs/programs.ts";
export {
  type CalendarCell,
  type CalendarPricer,
  type CalendarPrices,
  type CalendarQuery,
  type CellPrices,
  createCalendarPricer,
} from "./calendar/price-calendar.ts";
export { emissionsMethod, flightKg, typicalKg } from "./emissions/emissions.ts";
export { type BagCounts, bagFeeUsdCents, isLongFlight } from "./fares/bag-fees.ts";
export { type CabinName, cabinNames, cabinOf } from "./fares/cabins.ts";
export type { UsdCharge } from "./fares/charges.ts";
export { usdPerUnit } from "./fares/exchange.ts";
export type { Filing } from "./fares/filing.ts";
export type { SoldSeats } from "./fares/sold-seats.ts";
export { classCodes } from "./fares/tariffs.ts";
export { type CompiledLevy, chargeOf, compileLevy, wordsOf } from "./fares/taxes/compile-levy.ts";
export type { TaxBasis } from "./fares/taxes/levy.ts";
export { modelledTaxesOf } from "./fares/taxes/modelled-charges.ts";
export { addLevies, leviesOfAirport } from "./fares/taxes/stretch-levies.ts";
export { taxesByCountry } from "./fares/taxes/tables.ts";
export { joinLine, type TaxCharge, type TaxLine } from "./fares/taxes/tax-charge.ts";
export { type AirportFacts, stretchesOf, type TaxSlice, type TaxTraveler } from "./fares/taxes/tax-journey.ts";
export { taxesFor } from "./fares/taxes/taxes.ts";
export { isAmerican } from "./fares/taxes/united-states.ts";
export { type EndingTax, listUnknownTaxes, taxProvenance } from "./fares/taxes/validity.ts";
export type { TravelerKind } from "./fares/traveler-kind.ts";
export { greatCircleKm, kmPerStatuteMile } from "./geography/great-circle.ts";
export { listCountries } from "./geography/regions.ts";
export { unitHash } from "./hash/unit-hash.ts";
export { type CabinMatch, type CabinMinutes, meetsCabinMatch } from "./itineraries/cabin-match.ts";
export {
  createEnumeration,
  type Enumeration,
  enumerateForPricing,
  enumerateItineraries,
} from "./itineraries/enumerate.ts";
export type { ItinerarySet } from "./itineraries/itinerary-set.ts";
export { noFilters, type SliceQuery } from "./itineraries/slice-query.ts";
export { listEngineTables } from "./provenance/engine-tables.ts";
export {
  ageInDays,
  describeOutdated,
  type FactTable,
  listOutdatedTables,
  maxAgeDays,
  type OutdatedTable,
} from "./provenance/fact-table.ts";
export { type Coefficients, profileCoefficients } from "./ranking/coefficients.ts";
export {
  type Component,
  componentNames,
  type Label,
  type Preferences,
  type Profile,
  profileNames,
  type Ranked,
  type RankOption,
  type RankSlice,
  type Wording,
} from "./ranking/option.ts";
export { rank } from "./ranking/rank.ts";
export { termNames, termsOf } from "./ranking/terms.ts";
export { bestPairs, type Keyed } from "./search/best-pairs.ts";
export {
  type FareTerms,
  type FlightSearch,
  type FlightSort,
  type PriceLimit,
  plainSearch,
} from "./search/flight-search.ts";
export type {
  FoundAwardOffer,
  FoundCashOffer,
  FoundFare,
  FoundFlight,
  FoundLayover,
  FoundSegment,
  FoundSlice,
} from "./search/found-flight.ts";
export { createSearcher, type Searcher } from "./search/search.ts";
export { type Columns, formatVersion, InvalidSnapshot, openColumns, packColumns } from "./timetable/buffer.ts";
export { buildTimetable } from "./timetable/build.ts";
export {
  type EpochDay,
  formatEpochDay,
  minutesPerDay,
  monthOf,
  parseEpochDay,
  weekdayOf,
} from "./timetable/calendar.ts";
export {
  type AircraftFamily,
  type CabotageRules,
  type CarrierKind,
  type CircuityException,
  type CodeshareColumns,
  type ConnectionKind,
  type ConnectionRules,
  type MinimumConnection,
  type Network,
  type NetworkAircraft,
  type NetworkAirport,
  type NetworkCarrier,
  noCodeshares,
  type PatternColumns,
} from "./timetable/network.ts";
export { findOffset, isTimeZone, noTimeZones, type TimeZones, type ZoneClock } from "./timetable/time-zones.ts";
export { airportsOf, findMarket, openTimetable, type Timetable } from "./timetable/timetable.ts";
export { buildUtcOffsets, instantOfLocal, offsetAtInstant, type UtcOffsets } from "./timetable/utc-offsets.ts";
