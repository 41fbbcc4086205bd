import { type GuardRules, isLoopbackAddress, parseAddressRange } from "@wayfare/egress";
import type { Settings } from "../settings/schema.ts";

/**
 * The addresses that webhooks may call under the settings. Loopback is allowed by default where only this machine can use the service: with the
 * embedded database, listening on loopback.
 */
export function guardRulesOf(settings: Settings): GuardRules {
  return {
    allowLoopback: settings.webhooksAllowLoopback ?? (settings.databaseUrl === null && isLoopbackHost(settings.host)),
    allowCidrs: settings.webhooksAllowCidrs.flatMap((text) => parseAddressRange(text)?.text ?? []),
    ports: settings.webhooksPorts,
  };
}

function isLoopbackHost(host: string): boolean {
  return host.toLowerCase() === "localhost" || isLoopbackAddress(host);
}

/** Only the public internet. */
export const publicInternetOnly: GuardRules = { allowLoopback: false, allowCidrs: [], ports: [] };
