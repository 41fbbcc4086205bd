import { experimental_streamedQuery as streamedQuery, useQuery } from "@tanstack/react-query";
import type { FullSearchRequest, SearchPart } from "@wayfare/sdk";
import { useClient } from "../../data/client.ts";
import { useEnvironment } from "../../data/environment.ts";
import { addPart, type StreamedSearch } from "./streamed-search.ts";

/**
 * Runs the search and updates its data as suppliers answer. A complete search stays fresh as long as its offers are valid: another search
 * would use the quota. An aborted one runs again.
 */
export function useSearch(request: FullSearchRequest | null) {
  const client = useClient();
  return useQuery<StreamedSearch | null>({
    queryKey: ["search", useEnvironment(), request],
    queryFn: streamedQuery<SearchPart, StreamedSearch | null>({
      streamFn: ({ signal }) => {
        if (request === null) throw new TypeError("search is incomplete");
        return client.search.stream(request, { signal });
      },
      reducer: addPart,
      initialValue: null,
    }),
    enabled: request !== null,
    staleTime: ({ state }) => (state.data?.isComplete === true ? 15 * 60_000 : 0),
    // Each part creates new objects only for its changes.
    structuralSharing: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
