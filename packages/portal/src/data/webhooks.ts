import { keepPreviousData } from "@tanstack/react-query";
import type { ChangeWebhook, CreateWebhook, ReplayWebhook, RotateWebhook, Webhook } from "@wayfare/sdk";
import { useAction } from "./action.ts";
import { usePages } from "./pages.ts";
import { useRead } from "./read.ts";
import { needsAttention } from "./webhook-alerts.ts";

/** Polling interval while an endpoint is being verified: no event announces the result. */
const challengePollMs = 2000;
const replayPollMs = 1000;
const alertPollMs = 60_000;

/** Lists the webhook endpoints of the current environment whose URL, description or id contains a text, newest first. */
export function useWebhooks(filters: { search?: string }) {
  return usePages(["webhooks", filters], (client, cursor) => client.webhooks.list({ ...filters, cursor }));
}

/** Returns all webhook endpoints (at most 100) for filters and names; empty while loading. */
export function useAllWebhooks(): readonly Webhook[] {
  return useRead(["webhooks", "all"], (client) => client.webhooks.list({ limit: 200 })).data?.data ?? [];
}

/** Returns the number of webhook endpoints of the current environment that need attention; 0 while loading. */
export function useWebhookAlerts(): number {
  const query = useRead(["webhooks", "all"], (client) => client.webhooks.list({ limit: 200 }), {
    refetchInterval: alertPollMs,
  });
  return (query.data?.data ?? []).filter(needsAttention).length;
}

/** Reads a webhook endpoint. Polls while it is being verified. */
export function useWebhook(id: string) {
  return useRead(["webhooks", "one", id], (client) => client.webhooks.get(id), {
    refetchInterval: ({ state: { data } }) =>
      data?.status === "pending_verification" || (data?.pendingUrl ?? null) !== null ? challengePollMs : false,
  });
}

const stale = ["webhooks", "deliveries"];

/** Mutations of webhook endpoints. */
export function useWebhookActions() {
  return {
    create: useAction(stale, (client, webhook: CreateWebhook) => client.webhooks.create(webhook)),
    update: useAction(stale, (client, { id, change }: { id: string; change: ChangeWebhook }) =>
      client.webhooks.update(id, change),
    ),
    verify: useAction(stale, (client, id: string) => client.webhooks.verify(id)),
    rotate: useAction(stale, (client, { id, ...rotation }: RotateWebhook & { id: string }) =>
      client.webhooks.rotate(id, rotation),
    ),
    test: useAction(stale, (client, id: string) => client.webhooks.test(id)),
    remove: useAction(stale, (client, id: string) => client.webhooks.delete(id)),
  };
}

export type ReplayParams = Omit<ReplayWebhook, "dryRun"> & { webhookId: string };

/** Counts the events that a replay would deliver, without sending them. */
export function useReplayCount(order: ReplayParams | null) {
  return useRead(
    ["replay-count", order],
    async (client) => {
      if (order === null) return null;
      const { webhookId, ...which } = order;
      return client.webhooks.replay(webhookId, { ...which, dryRun: true });
    },
    { enabled: order !== null, placeholderData: keepPreviousData, staleTime: 0 },
  );
}

/** Starts a replay. */
export function useReplay() {
  return useAction(["deliveries"], (client, { webhookId, ...which }: ReplayParams) =>
    client.webhooks.replay(webhookId, which),
  );
}

/** Polls the progress of a replay until it has ended. */
export function useReplayProgress(webhookId: string, replayId: string | null) {
  return useRead(
    ["replay", replayId],
    async (client) => (replayId === null ? null : client.webhooks.getReplay(webhookId, replayId)),
    {
      enabled: replayId !== null,
      refetchInterval: ({ state: { data } }) => (data?.status === "running" ? replayPollMs : false),
    },
  );
}
