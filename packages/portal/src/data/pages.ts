import { useInfiniteQuery } from "@tanstack/react-query";
import type { Wayfare } from "@wayfare/sdk";
import { useClient } from "./client.ts";
import { useEnvironment } from "./environment.ts";

interface Page<Row> {
  data: readonly Row[];
  nextCursor: string | null;
}

/** Loaded rows of a paginated list, and functions to load more. */
export interface Pages<Row> {
  rows: readonly Row[];
  error: Error | null;
  isPending: boolean;
  isFetching: boolean;
  hasMore: boolean;
  more: () => void;
  retry: () => void;
}

/** Query key of a list: its name and filters. */
type ListKey = readonly [list: string, filters?: object];

/** Reads a list of the current environment with cursor pagination. Keeps the previous rows while new filters load. */
export function usePages<Row>(
  [list, ...filters]: ListKey,
  fetchPage: (client: Wayfare, cursor: string | undefined) => PromiseLike<Page<Row>>,
): Pages<Row> {
  const client = useClient();
  const environment = useEnvironment();
  const query = useInfiniteQuery({
    queryKey: [list, environment, ...filters],
    queryFn: async ({ pageParam }) => fetchPage(client, pageParam),
    // A refetch reads every loaded page again. Changes of a short list arrive by the live stream.
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= 4,
    initialPageParam: ((): string | undefined => undefined)(),
    getNextPageParam: (page: Page<Row>) => page.nextCursor ?? undefined,
    // Never shows test rows as placeholder for live rows.
    placeholderData: (rows, before) =>
      before?.queryKey[0] === list && before.queryKey[1] === environment ? rows : undefined,
  });
  return {
    rows: query.data?.pages.flatMap((page) => page.data) ?? [],
    error: query.error,
    isPending: query.isPending,
    isFetching: query.isFetchingNextPage,
    hasMore: query.hasNextPage,
    more: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
  };
}
