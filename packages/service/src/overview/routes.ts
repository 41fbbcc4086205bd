import {
  type Clock,
  DryRunAnswerSchema,
  DryRunSchema,
  formatInstant,
  OverviewSchema,
  overviewQuery,
} from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { isInsideRanges, parseAddressRange } from "@wayfare/egress";
import { countDeliveries, listUnhealthyWebhooks } from "@wayfare/webhooks";
import type { App } from "../http/app-type.ts";
import { getCaller, nowOf } from "../http/caller.ts";
import { readAllowlist } from "../keys/rules.ts";
import { listAddresses, readTraffic } from "../requests/traffic-store.ts";

const hourMs = 3_600_000;
const buckets = 48;
const dryRunMs = 7 * 24 * hourMs;
const mostAddresses = 200;

interface OverviewParts {
  database: Database;
  clock: Clock;
  /** Writes the usage that this process holds in memory. */
  flush: () => Promise<void>;
}

/** How things are going, and how they would go with another allowlist. */
export function registerOverview(app: App, parts: OverviewParts): void {
  const { database, clock, flush } = parts;
  app.get(
    "/portal/overview",
    {
      config: { access: { roles: [] }, reads: "expensive" },
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
        unhealthyWebhooks: await listUnhealthyWebhooks(database.reads, caller),
      };
    },
  );
  registerDryRun(app, parts);
}

function registerDryRun(app: App, { database, clock, flush }: OverviewParts): void {
  app.post(
    "/portal/allowlist/dry-run",
    {
      config: { access: { roles: ["owner", "developer"] }, reads: "expensive" },
      schema: { body: DryRunSchema, response: { 200: DryRunAnswerSchema } },
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
        addresses: [...refused, ...addresses.filter(({ allowed }) => allowed)].slice(0, mostAddresses),
      };
    },
  );
}

function sumOf(rows: readonly { requests: number }[]): number {
  return rows.reduce((sum, { requests }) => sum + requests, 0);
}
