import { useInfiniteQuery } from "@tanstack/react-query";
import type { Environment } from "./environment.ts";

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

/** What a list's rows are kept under: its name, whose data it is, and its filters. */
type ListKey = readonly [list: string, environment: Environment, filters?: object];

/** A list of the API, page after page by its cursor. The rows before stay while new filters of the same list load. */
export function usePages<Row>(
  key: ListKey,
  fetchPage: (cursor: string | undefined) => PromiseLike<Page<Row>>,
): Pages<Row> {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: async ({ pageParam }) => fetchPage(pageParam),
    initialPageParam: ((): string | undefined => undefined)(),
    getNextPageParam: (page: Page<Row>) => page.nextCursor ?? undefined,
    // Test rows never stand in for live ones.
    placeholderData: (rows, before) =>
      before?.queryKey[0] === key[0] && before.queryKey[1] === key[1] ? rows : undefined,
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
