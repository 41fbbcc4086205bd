export { fromUsdCents } from "./exchange-rates.ts";
export { type FanOut, type SuppliedAnswer, type SupplyReport, type SupplyStatus, searchSuppliers } from "./fan-out.ts";
export * from "./port.ts";
export { createSandboxSupplier, type SandboxSupplier, sandboxName } from "./sandbox/sandbox-supplier.ts";
