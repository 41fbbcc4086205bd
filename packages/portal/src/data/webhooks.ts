import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ChangeWebhook, CreateWebhook, ReplayWebhook, Webhook } from "@wayfare/sdk";
import { useClient } from "./client.ts";
import { useEnvironment } from "./environment.ts";
import { usePages } from "./pages.ts";
import { useStepUp } from "./step-up.ts";

/** How often an endpoint is asked for while its challenge is out; nothing announces the answer. */
const challengePollMs = 2000;
const replayPollMs = 1000;

/** The endpoints of the environment on show, newest first. */
export function useWebhooks() {
  const client = useClient();
  return usePages(["webhooks", useEnvironment()], (cursor) => client.webhooks.list({ cursor }));
}

/** Every endpoint, of which there are 100 at most, for filters and names; empty until they are there. */
export function useAllWebhooks(): readonly Webhook[] {
  const client = useClient();
  const query = useQuery({
    queryKey: ["webhooks", useEnvironment(), "all"],
    queryFn: async () => client.webhooks.list({ limit: 200 }),
  });
  return query.data?.data ?? [];
}

/** One endpoint, asked for again while a challenge is out. */
export function useWebhook(id: string) {
  const client = useClient();
  return useQuery({
    queryKey: ["webhooks", useEnvironment(), "one", id],
    queryFn: async () => client.webhooks.get(id),
    refetchInterval: ({ state: { data } }) =>
      data?.status === "pending_verification" || (data?.pendingUrl ?? null) !== null ? challengePollMs : false,
  });
}

/** What can be done to endpoints. What may need a proof of who is there asks for it. */
export function useWebhookActions() {
  const client = useClient();
  const environment = useEnvironment();
  const queries = useQueryClient();
  const stepUp = useStepUp();
  const onSuccess = async () => {
    await queries.invalidateQueries({ queryKey: ["webhooks", environment] });
    await queries.invalidateQueries({ queryKey: ["deliveries", environment] });
  };
  return {
    create: useMutation({
      mutationFn: (webhook: CreateWebhook) => stepUp(() => client.webhooks.create(webhook)),
      onSuccess,
    }),
    update: useMutation({
      mutationFn: ({ id, change }: { id: string; change: ChangeWebhook }) =>
        stepUp(() => client.webhooks.update(id, change)),
      onSuccess,
    }),
    verify: useMutation({ mutationFn: (id: string) => stepUp(() => client.webhooks.verify(id)), onSuccess }),
    rotate: useMutation({ mutationFn: (id: string) => stepUp(() => client.webhooks.rotate(id)), onSuccess }),
    test: useMutation({ mutationFn: (id: string) => stepUp(() => client.webhooks.test(id)), onSuccess }),
    remove: useMutation({ mutationFn: (id: string) => stepUp(() => client.webhooks.delete(id)), onSuccess }),
  };
}

export type ReplayOrder = Omit<ReplayWebhook, "dryRun"> & { webhookId: string };

/** How many events a replay would deliver; nothing is sent. Asked for anew with each order. */
export function useReplayCount(order: ReplayOrder | null) {
  const client = useClient();
  return useQuery({
    queryKey: ["replay-count", useEnvironment(), order],
    queryFn: async () => {
      if (order === null) return null;
      const { webhookId, ...which } = order;
      return client.webhooks.replay(webhookId, { ...which, dryRun: true });
    },
    enabled: order !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Begins a replay. */
export function useReplay() {
  const client = useClient();
  const environment = useEnvironment();
  const queries = useQueryClient();
  const stepUp = useStepUp();
  return useMutation({
    mutationFn: ({ webhookId, ...which }: ReplayOrder) => stepUp(() => client.webhooks.replay(webhookId, which)),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["deliveries", environment] }),
  });
}

/** How far a replay is, until it has ended. */
export function useReplayProgress(webhookId: string, replayId: string | null) {
  const client = useClient();
  return useQuery({
    queryKey: ["replay", useEnvironment(), replayId],
    queryFn: async () => (replayId === null ? null : client.webhooks.getReplay(webhookId, replayId)),
    enabled: replayId !== null,
    refetchInterval: ({ state: { data } }) => (data?.state === "running" ? replayPollMs : false),
  });
}
