import {
  AllowlistDryRunRequestSchema,
  AllowlistDryRunSchema,
  type Clock,
  formatInstant,
  OverviewSchema,
  overviewQuery,
} from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { isInsideRanges, parseAddressRange } from "@wayfare/egress";
import { countDeliveries, hasWebhooks, listUnhealthyWebhooks } from "@wayfare/webhooks";
import type { App } from "../http/app-type.ts";
import { getCaller, nowOf } from "../http/caller.ts";
import { readAllowlist } from "../keys/rules.ts";
import { listAddresses, readTraffic } from "../requests/traffic-store.ts";

const hourMs = 3_600_000;
const buckets = 48;
const dryRunMs = 7 * 24 * hourMs;
const maxAddresses = 200;

interface OverviewDeps {
  database: Database;
  clock: Clock;
  /** Flushes usage that this process holds in memory. */
  flush: () => Promise<void>;
}

/** Registers the portal's overview and the dry run of a changed allowlist. */
export function registerOverview(app: App, deps: OverviewDeps): void {
  const { database, clock, flush } = deps;
  app.get(
    "/portal/overview",
    {
      config: { access: { roles: [] }, reads: "expensive", acting: true },
      schema: { querystring: overviewQuery, response: { 200: OverviewSchema } },
    },
    async (request) => {
      const caller = getCaller(request);
      const { hours = 24 } = request.query;
      const nowMs = clock.nowMs();
      const startMs = nowMs - hours * hourMs;
      await flush();
      return {
        from: formatInstant(startMs),
        ...(await readTraffic(database.reads, caller, { startMs, bucketMs: (hours * hourMs) / buckets, buckets })),
        deliveries: await countDeliveries(database.reads, caller, nowOf(clock, caller) - hours * hourMs),
        hasWebhooks: await hasWebhooks(database.reads, caller),
        unhealthyWebhooks: await listUnhealthyWebhooks(database.reads, caller),
      };
    },
  );
  registerDryRun(app, deps);
}

function registerDryRun(app: App, { database, clock, flush }: OverviewDeps): void {
  app.post(
    "/portal/allowlist/dry-run",
    {
      config: { access: { roles: ["owner", "developer"] }, reads: "expensive" },
      schema: { body: AllowlistDryRunRequestSchema, response: { 200: AllowlistDryRunSchema } },
    },
    async (request) => {
      const ranges = readAllowlist(request.body.ipAllowlist, null).flatMap((text) => parseAddressRange(text) ?? []);
      const sinceMs = clock.nowMs() - dryRunMs;
      await flush();
      const rows = await listAddresses(database.reads, getCaller(request).accountId, sinceMs);
      const addresses = rows.map(({ address, requests, last_at: lastAt }) => {
        const allowed = ranges.length === 0 || isInsideRanges(ranges, address);
        return { address, requests, lastAt: formatInstant(lastAt.getTime()), allowed };
      });
      const refused = addresses.filter(({ allowed }) => !allowed);
      return {
        from: formatInstant(sinceMs),
        requests: sumOf(addresses),
        refused: sumOf(refused),
        addresses: [...refused, ...addresses.filter(({ allowed }) => allowed)].slice(0, maxAddresses),
      };
    },
  );
}

function sumOf(rows: readonly { requests: number }[]): number {
  return rows.reduce((sum, { requests }) => sum + requests, 0);
}
