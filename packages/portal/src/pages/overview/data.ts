import { useQuery } from "@tanstack/react-query";
import { useClient } from "../../data/client.ts";
import { useEnvironment } from "../../data/environment.ts";
import { portal } from "../../data/portal-requests.ts";

/** What `GET /portal/overview` answers. */
export interface Overview {
  requests: number;
  errors: number;
  p50Milliseconds: number | null;
  p95Milliseconds: number | null;
  /** One row an hour, oldest first. */
  series: readonly { at: string; requests: number; errors: number; p95Milliseconds: number | null }[];
  deliveries: { delivered: number; awaitingRetry: number; deadLettered: number };
  unhealthyWebhooks: readonly { id: string; url: string; status: string }[];
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

/** What the present period has counted, and against what. */
export function useCurrentUsage() {
  const client = useClient();
  return useQuery({ queryKey: ["usage", useEnvironment(), "current"], queryFn: async () => client.usage.current() });
}

/** The latest requests. */
export function useLatestRequests() {
  const client = useClient();
  return useQuery({
    queryKey: ["requests", useEnvironment(), "latest"],
    queryFn: async () => client.requests.list({ limit: 8 }),
  });
}
