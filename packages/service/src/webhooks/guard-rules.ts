import type { GuardRules } from "@wayfare/webhooks";
import { parseAddressRange } from "../access/address-ranges.ts";
import type { Settings } from "../settings/schema.ts";

/** What webhooks may call under the settings. Loopback is for a service on one's own machine, which is the embedded database's. */
export function guardRulesOf(settings: Settings): GuardRules {
  return {
    allowLoopback: settings.webhooksAllowLoopback ?? settings.databaseUrl === null,
    allowCidrs: settings.webhooksAllowCidrs.flatMap((text) => parseAddressRange(text)?.text ?? []),
    ports: settings.webhooksPorts,
  };
}

/** Only the public internet. */
export const publicInternetOnly: GuardRules = { allowLoopback: false, allowCidrs: [], ports: [] };
