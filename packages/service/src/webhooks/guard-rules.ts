import { type GuardRules, isInsideRanges, parseAddressRange } from "@wayfare/egress";
import type { Settings } from "../settings/schema.ts";

/**
 * The addresses that webhooks may call under the settings. Loopback is allowed by default where only this machine can use the service: with the
 * embedded database, listening on loopback.
 */
export function guardRulesOf(settings: Settings): GuardRules {
  return {
    allowLoopback: settings.webhooksAllowLoopback ?? (settings.databaseUrl === null && isLoopback(settings.host)),
    allowCidrs: settings.webhooksAllowCidrs.flatMap((text) => parseAddressRange(text)?.text ?? []),
    ports: settings.webhooksPorts,
  };
}

const loopback = ["127.0.0.0/8", "::1"].flatMap((text) => parseAddressRange(text) ?? []);

function isLoopback(host: string): boolean {
  return host.toLowerCase() === "localhost" || isInsideRanges(loopback, host);
}

/** Only the public internet. */
export const publicInternetOnly: GuardRules = { allowLoopback: false, allowCidrs: [], ports: [] };
