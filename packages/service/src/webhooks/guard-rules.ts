import { type GuardRules, isLoopbackAddress, parseAddressRange } from "@wayfare/egress";
import type { Settings } from "../settings/schema.ts";

/**
 * Returns the addresses to which webhooks can be sent. By default, loopback is allowed only if the service can be used only from this
 * machine: with the embedded database and a loopback HOST.
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

/** Allows only the public internet. */
export const publicInternetOnly: GuardRules = { allowLoopback: false, allowCidrs: [], ports: [] };
