export { type BreakerOptions, defaultBreakerOptions } from "./client/circuit-breaker.ts";
export {
  applyEvent,
  type CredentialEvent,
  CredentialGate,
  type CredentialState,
  healthyCredential,
  type Pass,
} from "./client/credential-gate.ts";
export { createDuffelSupplier, type DuffelOptions, duffelName } from "./duffel/duffel-supplier.ts";
export { type SmokeTestOptions, type SmokeTestResult, smokeTestDuffel } from "./duffel/smoke-test.ts";
export { DeadlineExceededError, withDeadline } from "./fan-out/deadline.ts";
export {
  type FanOut,
  type FanOutContext,
  type SupplierResult,
  type SupplyReport,
  type SupplyStatus,
  type SupplyUpdate,
  searchSuppliers,
} from "./fan-out/fan-out.ts";
export { addBagFees } from "./fan-out/fare-terms.ts";
export { createHttpSupplier, type HttpSupplierOptions } from "./http/http-supplier.ts";
export { renderHttpSupplierDocument } from "./http/openapi.ts";
export { createIgnavSupplier, type IgnavOptions, ignavName } from "./ignav/ignav-supplier.ts";
export {
  createLiveSuppliers,
  firstHttpSlot,
  type HttpSupplierSetup,
  type LiveSupplierFacts,
  type LiveSupplierOptions,
  type LiveSupplierSetup,
  liveSupplierSlots,
} from "./live/live-suppliers.ts";
export { FlightIndex } from "./port/flight-index.ts";
export {
  countStops,
  flightNumbersOf,
  type Itinerary,
  isOtherTrip,
  maxJoinMinutes,
  type StatedTime,
  statedTimesOf,
  statementKey,
  statesOtherwise,
} from "./port/itinerary.ts";
export { itineraryKey } from "./port/itinerary-key.ts";
export { offerEndMs } from "./port/offer-expiry.ts";
export * from "./port/port.ts";
export {
  formatVersions,
  type Registration,
  readVersion,
  SupplierRegistry,
  sandboxSlot,
  supplierSlots,
} from "./registry/registry.ts";
export { narrowQuery } from "./reprice/narrow-query.ts";
export { repriceBySearch } from "./reprice/reprice-by-search.ts";
export { createSandboxSupplier, type SandboxWorld, sandboxName } from "./sandbox/sandbox-supplier.ts";
export { createSchedule, type Schedule, type ScheduledFlight } from "./schedule/schedule.ts";
export { readScheduleFile, ScheduleFileError } from "./schedule/schedule-file.ts";
export { createSeatsAeroSupplier, type SeatsAeroOptions, seatsAeroName } from "./seats-aero/seats-aero-supplier.ts";
export { awardMoneyOf } from "./wire/award-money.ts";
export {
  convertMinor,
  convertUsdCents,
  type ExchangeRate,
  findExchangeRate,
  fromUsdCents,
  useExchangeRates,
} from "./wire/exchange-rates.ts";
export { ExchangeRatesFileError, readExchangeRatesFile } from "./wire/exchange-rates-file.ts";
export { type Margin, parseMargin } from "./wire/margin.ts";
