import { keepPreviousData } from "@tanstack/react-query";
import type { ChangeWebhook, CreateWebhook, ReplayWebhook, Webhook } from "@wayfare/sdk";
import { useAction } from "./action.ts";
import { usePages } from "./pages.ts";
import { useRead } from "./read.ts";

/** How often an endpoint is asked for while its challenge is out; nothing announces the answer. */
const challengePollMs = 2000;
const replayPollMs = 1000;

/** The endpoints of the environment on show, newest first. */
export function useWebhooks() {
  return usePages(["webhooks"], (client, cursor) => client.webhooks.list({ cursor }));
}

/** Every endpoint, of which there are 100 at most, for filters and names; empty until they are there. */
export function useAllWebhooks(): readonly Webhook[] {
  return useRead(["webhooks", "all"], (client) => client.webhooks.list({ limit: 200 })).data?.data ?? [];
}

/** One endpoint, asked for again while a challenge is out. */
export function useWebhook(id: string) {
  return useRead(["webhooks", "one", id], (client) => client.webhooks.get(id), {
    refetchInterval: ({ state: { data } }) =>
      data?.status === "pending_verification" || (data?.pendingUrl ?? null) !== null ? challengePollMs : false,
  });
}

const stale = ["webhooks", "deliveries"];

/** What can be done to endpoints. */
export function useWebhookActions() {
  return {
    create: useAction(stale, (client, webhook: CreateWebhook) => client.webhooks.create(webhook)),
    update: useAction(stale, (client, { id, change }: { id: string; change: ChangeWebhook }) =>
      client.webhooks.update(id, change),
    ),
    verify: useAction(stale, (client, id: string) => client.webhooks.verify(id)),
    rotate: useAction(stale, (client, id: string) => client.webhooks.rotate(id)),
    test: useAction(stale, (client, id: string) => client.webhooks.test(id)),
    remove: useAction(stale, (client, id: string) => client.webhooks.delete(id)),
  };
}

export type ReplayOrder = Omit<ReplayWebhook, "dryRun"> & { webhookId: string };

/** How many events a replay would deliver; nothing is sent. Asked for anew with each order. */
export function useReplayCount(order: ReplayOrder | null) {
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

/** Begins a replay. */
export function useReplay() {
  return useAction(["deliveries"], (client, { webhookId, ...which }: ReplayOrder) =>
    client.webhooks.replay(webhookId, which),
  );
}

/** How far a replay is, until it has ended. */
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
