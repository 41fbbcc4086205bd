import { type Query, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type Environment, useEnvironment } from "./environment.ts";

/** Queries to invalidate for each kind of server-sent event. */
const queriesByEvent = {
  request: ["requests", "overview", "usage"],
  delivery: ["deliveries", "overview", "webhooks"],
  event: ["events", "billing"],
} as const;

/** Time in which events are batched, so that a burst refetches a list once. */
const batchMs = 750;
const reconnectMs = 30_000;

/** Subscribes to `/portal/live` while the page is visible and refetches the queries that changed. */
export function useLive(): void {
  const client = useQueryClient();
  const environment = useEnvironment();
  useEffect(() => {
    let stop = document.hidden ? undefined : subscribe(client, environment);
    const onVisibility = () => {
      stop?.();
      stop = document.hidden ? undefined : subscribe(client, environment);
    };
    document.addEventListener("visibilitychange", onVisibility);
    return () => {
      document.removeEventListener("visibilitychange", onVisibility);
      stop?.();
    };
  }, [client, environment]);
}

function subscribe(client: QueryClient, environment: Environment): () => void {
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    timer = undefined;
    for (const query of changed) void client.invalidateQueries({ queryKey: [query, environment], predicate: isShort });
    changed.clear();
  };
  const stop = openStream(environment, (queries) => {
    for (const query of queries) changed.add(query);
    timer ??= setTimeout(flush, batchMs);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** Pages of a list that is refetched when it changes. A longer list would be read again page by page at each event. */
const maxLivePages = 4;

function isShort({ state }: Query): boolean {
  const { data } = state;
  const pages = typeof data === "object" && data !== null && "pages" in data ? data.pages : undefined;
  return !Array.isArray(pages) || pages.length <= maxLivePages;
}

/** Opens the event stream. The browser reconnects after a lost connection, but not after an error status such as too many streams. */
function openStream(environment: Environment, onChange: (queries: readonly string[]) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let source: EventSource;
  const open = () => {
    source = new EventSource(`/portal/live?environment=${environment}`);
    for (const [kind, queries] of Object.entries(queriesByEvent))
      source.addEventListener(kind, () => onChange(queries));
    source.addEventListener("error", () => {
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, reconnectMs);
    });
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
