import { type GuardRules, isLoopbackAddress, type Proxy, parseAddressRange, parseProxy } from "@wayfare/egress";
import type { Settings } from "@wayfare/settings";

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

/** Returns the proxy for webhooks, which the settings have checked; null for none. */
export function webhookProxyOf({ webhooksProxy }: Pick<Settings, "webhooksProxy">): Proxy | null {
  return webhooksProxy === null ? null : (parseProxy(webhooksProxy) ?? null);
}

function isLoopbackHost(host: string): boolean {
  return host.toLowerCase() === "localhost" || isLoopbackAddress(host);
}

/** Allows only the public internet. */
export const publicInternetOnly: GuardRules = { allowLoopback: false, allowCidrs: [], ports: [] };
