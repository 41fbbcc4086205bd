export {
  type AddressRange,
  addressNetwork,
  getClientAddress,
  isInsideRanges,
  parseAddressRange,
  rangeContains,
} from "./addresses/ip-ranges.ts";
export { checkUrl, type GuardRules, isLoopbackAddress } from "./addresses/ssrf-guard.ts";
export { createGuardedClient, type GuardedClient, type GuardedClientOptions } from "./client/client.ts";
export { type CertificateFault, type ClientCertificate, checkClientCertificate } from "./client/client-certificate.ts";
export type { GuardedFailure, GuardedOutcome, GuardedRequest, GuardedResponse } from "./client/outcome.ts";
export { type Proxy, parseProxy } from "./client/proxy.ts";
export { createTxtLookup } from "./names/txt-lookup.ts";
