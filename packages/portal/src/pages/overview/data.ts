import { useQuery } from "@tanstack/react-query";
import type { WebhookStatus } from "@wayfare/sdk";
import { useClient } from "../../data/client.ts";
import { useEnvironment } from "../../data/environment.ts";
import { portal } from "../../data/portal-requests.ts";

/** What `GET /portal/overview` answers. */
export interface Overview {
  requests: number;
  errors: number;
  p50Milliseconds: number | null;
  p95Milliseconds: number | null;
  /** Buckets of half an hour, oldest first. */
  series: readonly { at: string; requests: number; errors: number; p95Milliseconds: number | null }[];
  deliveries: { delivered: number; awaitingRetry: number; deadLettered: number };
  unhealthyWebhooks: readonly {
    id: string;
    url: string;
    status: WebhookStatus;
    failures: number;
    failingSince: string | null;
  }[];
}

/** The last 24 hours. */
export function useOverview() {
  const environment = useEnvironment();
  return useQuery({
    queryKey: ["overview", environment],
    queryFn: () => portal.get<Overview>("/portal/overview?hours=24", environment),
    refetchInterval: 60_000,
  });
}

const shownRequests = 8;

/** The latest requests of keys; what these pages ask themselves is left out. */
export function useLatestRequests() {
  const client = useClient();
  return useQuery({
    queryKey: ["requests", useEnvironment(), "latest"],
    queryFn: async () => (await client.requests.list({ caller: "key", limit: shownRequests })).data,
  });
}
