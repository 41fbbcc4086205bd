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
export { FlightIndex } from "./port/flight-index.ts";
export { itineraryKey } from "./port/itinerary-key.ts";
export * from "./port/port.ts";
export {
  formatVersions,
  type Registration,
  readVersion,
  SupplierRegistry,
  supplierSlots,
} from "./registry/registry.ts";
export { narrowQuery } from "./reprice/narrow-query.ts";
export { repriceBySearch } from "./reprice/reprice-by-search.ts";
export { convertMinor, fromUsdCents } from "./sandbox/exchange-rates.ts";
export { createSandboxSupplier, type SandboxWorld, sandboxName } from "./sandbox/sandbox-supplier.ts";
