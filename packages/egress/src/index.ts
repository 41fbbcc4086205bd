export { type GuardRules, isLoopbackAddress, refuseUrl } from "./addresses/address-guard.ts";
export {
  type AddressRange,
  addressNetwork,
  addressOf,
  isInsideRanges,
  parseAddressRange,
  rangeContains,
} from "./addresses/ip-ranges.ts";
export { createGuardedClient, type GuardedClient, type GuardedClientOptions } from "./client/client.ts";
export type { GuardedAnswer, GuardedFailure, GuardedOutcome, GuardedRequest } from "./client/outcome.ts";
