import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type Environment, useEnvironment } from "./environment.ts";

/** The lists that grow when the service says that something has happened. */
const listsOf = {
  request: ["requests", "overview", "usage"],
  delivery: ["deliveries", "overview", "webhooks"],
  event: ["events", "billing"],
} as const;

/** News is gathered this long, so that a burst asks for a list once. */
const gatherMs = 750;
const refusedMs = 30_000;

/** Follows `/portal/live` while a page is in sight, and has the lists that changed fetched again. */
export function useLive(): void {
  const client = useQueryClient();
  const environment = useEnvironment();
  useEffect(() => {
    let stop = document.hidden ? undefined : follow(client, environment);
    const onVisibility = () => {
      stop?.();
      stop = document.hidden ? undefined : follow(client, environment);
    };
    document.addEventListener("visibilitychange", onVisibility);
    return () => {
      document.removeEventListener("visibilitychange", onVisibility);
      stop?.();
    };
  }, [client, environment]);
}

function follow(client: QueryClient, environment: Environment): () => void {
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    timer = undefined;
    for (const list of changed) void client.invalidateQueries({ queryKey: [list, environment] });
    changed.clear();
  };
  const stop = openStream(environment, (lists) => {
    for (const list of lists) changed.add(list);
    timer ??= setTimeout(flush, gatherMs);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** A browser takes up a stream that breaks off by itself, but not one that was refused: there may have been too many. */
function openStream(environment: Environment, onNews: (lists: readonly string[]) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let source: EventSource;
  const open = () => {
    source = new EventSource(`/portal/live?environment=${environment}`);
    for (const [kind, lists] of Object.entries(listsOf)) source.addEventListener(kind, () => onNews(lists));
    source.addEventListener("error", () => {
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, refusedMs);
    });
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
