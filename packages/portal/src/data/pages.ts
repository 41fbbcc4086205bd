import { useInfiniteQuery } from "@tanstack/react-query";
import type { Wayfare } from "@wayfare/sdk";
import { useClient } from "./client.ts";
import { useEnvironment } from "./environment.ts";

interface Page<Row> {
  data: readonly Row[];
  nextCursor: string | null;
}

/** A list as pages show it: the rows fetched so far, and how to get more. */
export interface Pages<Row> {
  rows: readonly Row[];
  error: Error | null;
  isPending: boolean;
  isFetching: boolean;
  hasMore: boolean;
  more: () => void;
  retry: () => void;
}

/** A list by its name and its filters. */
type ListKey = readonly [list: string, filters?: object];

/**
 * A list of the environment on show, page after page by its cursor. The rows before stay while new filters of the same list
 * load.
 */
export function usePages<Row>(
  [list, ...filters]: ListKey,
  fetchPage: (client: Wayfare, cursor: string | undefined) => PromiseLike<Page<Row>>,
): Pages<Row> {
  const client = useClient();
  const environment = useEnvironment();
  const query = useInfiniteQuery({
    queryKey: [list, environment, ...filters],
    queryFn: async ({ pageParam }) => fetchPage(client, pageParam),
    initialPageParam: ((): string | undefined => undefined)(),
    getNextPageParam: (page: Page<Row>) => page.nextCursor ?? undefined,
    // Test rows never stand in for live ones.
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
