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
import { listServiceKeyIds } from "../keys/store.ts";
import type { RequestLog } from "../requests/log.ts";

const hourMs = 3_600_000;
const buckets = 48;
const dryRunMs = 7 * 24 * hourMs;
const maxAddresses = 200;

interface OverviewDeps {
  database: Database;
  requestLog: RequestLog;
  clock: Clock;
  /** Flushes usage that this process holds in memory. */
  flush: () => Promise<void>;
}

/** Registers the portal's overview and the dry run of a changed allowlist. */
export function registerOverview(app: App, deps: OverviewDeps): void {
  const { database, requestLog, clock, flush } = deps;
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
        ...(await requestLog.readTraffic(caller, { startMs, bucketMs: (hours * hourMs) / buckets, buckets })),
        deliveries: await countDeliveries(database.reads, caller, nowOf(clock, caller) - hours * hourMs),
        hasWebhooks: await hasWebhooks(database.reads, caller),
        unhealthyWebhooks: await listUnhealthyWebhooks(database.reads, caller),
      };
    },
  );
  registerDryRun(app, deps);
}

function registerDryRun(app: App, { database, requestLog, clock, flush }: OverviewDeps): void {
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
      const { accountId } = getCaller(request);
      // The allowlist does not apply to service keys.
      const excludedKeyIds = await listServiceKeyIds(database.reads, accountId);
      const rows = await requestLog.listAddresses(accountId, { sinceMs, excludedKeyIds });
      const addresses = rows.map(({ address, requests, lastAtMs }) => {
        const allowed = ranges.length === 0 || isInsideRanges(ranges, address);
        return { address, requests, lastAt: formatInstant(lastAtMs), allowed };
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
