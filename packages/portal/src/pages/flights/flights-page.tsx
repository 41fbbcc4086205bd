import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense, useMemo, useState } from "react";
import { EmptyState } from "../../components/empty-state.tsx";
import { Loading } from "../../components/loading.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Problem } from "../../components/problem.tsx";
import { ExampleSearches } from "./example-searches.tsx";
import { rankFlights } from "./ranked-flights.ts";
import { RecentSearchesList } from "./recent-searches-list.tsx";
import { Results } from "./results.tsx";
import { SearchActions } from "./search-actions.tsx";
import {
  type DraftErrors,
  draftErrorsOf,
  type SearchDraft,
  toDraft,
  toSearchParams,
  validateDraft,
} from "./search-draft.ts";
import { SearchForm } from "./search-form.tsx";
import { parseFilters, parseSearchParams, type SearchParams, toSearchRequest } from "./search-params.ts";
import { useRecentSearches } from "./use-recent-searches.ts";
import { useSearch } from "./use-search.ts";

const route = getRouteApi("/shell/flights");
/** Loaded after the form, with the map geometry. */
const SearchMap = lazy(async () => ({ default: (await import("./search-map.tsx")).SearchMap }));

const emptyMap = <div className="min-h-56 rounded-control border border-line bg-sea" />;

/** Flight explorer page. Searches with the public API. */
export function FlightsPage() {
  const address = route.useSearch();
  const navigate = route.useNavigate();
  const { draft, setDraft, errors, setErrors } = useDraft(address);
  const request = toSearchRequest(address);
  const search = useSearch(request);
  const response = search.error === null ? search.data?.response : undefined;
  const isComplete = search.data?.isComplete === true;
  const ranked = useMemo(() => (response === undefined ? [] : rankFlights(response)), [response]);
  const start = (submitted: SearchDraft) => {
    const found = validateDraft(submitted);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    const next = toSearchParams(submitted, address);
    if (JSON.stringify(toSearchRequest(next)) !== JSON.stringify(request)) void navigate({ search: next });
    else if (!search.isFetching) void search.refetch();
  };
  // The map shows the searched places next to results, not those being entered for another search.
  const ends = ranked.length > 0 ? toDraft(address) : draft;
  const recent = useRecentSearches(address, isComplete);
  // The fields show their errors while they hold the rejected values.
  const refused = JSON.stringify(toDraft(address)) === JSON.stringify(draft) ? draftErrorsOf(search.error) : null;
  const { open } = address;
  const showsMap = useShowsMap(search.isFetching);
  const view = useMemo(() => viewOf(address), [address]);
  return (
    <>
      <PageHeader
        title="Flight explorer"
        lead="Search flights in cash and miles with the same API as your programs."
        {...(request !== null && { actions: <SearchActions search={address} request={request} /> })}
      />
      <div className="grid gap-6 broad:grid-cols-[26rem_minmax(0,1fr)]">
        <SearchForm
          draft={draft}
          onDraft={(change) => setDraft((before) => ({ ...before, ...change }))}
          onMore={(change) => setDraft((before) => ({ ...before, more: change(before.more) }))}
          errors={{ ...refused, ...errors }}
          onSearch={start}
          busy={search.isFetching}
        />
        {showsMap ? (
          <Suspense fallback={emptyMap}>
            <SearchMap
              from={ends.from}
              to={ends.to}
              ranked={ranked}
              dictionaries={response?.dictionaries}
              openId={open}
            />
          </Suspense>
        ) : (
          emptyMap
        )}
      </div>
      {request === null && <RecentSearchesList searches={recent.searches} onRemove={recent.remove} />}
      {request === null && <ExampleSearches />}
      {search.isFetching && ranked.length === 0 && <Loading label="flights" />}
      {search.error !== null && refused === null && (
        <div className="pt-6">
          <Problem error={search.error} onRetry={() => void search.refetch()} />
        </div>
      )}
      {isComplete && response?.flights.length === 0 && (
        <EmptyState title="No flights found">
          <p>No flights match this search. Try nearby dates or airports.</p>
        </EmptyState>
      )}
      {response !== undefined && ranked.length > 0 && (
        <Results
          response={response}
          isComplete={isComplete}
          ranked={ranked}
          view={view}
          onMore={address.more === undefined ? () => void navigate({ search: { ...address, more: 1 } }) : undefined}
          onView={(changed) => void navigate({ search: { ...withoutView(address), ...changed }, resetScroll: false })}
        />
      )}
    </>
  );
}

/** Returns false until the first search has ended: on a slow network the map would delay the flights by its code and coastlines. */
function useShowsMap(isSearching: boolean): boolean {
  const [showsMap, setShowsMap] = useState(!isSearching);
  if (!showsMap && !isSearching) setShowsMap(true);
  return showsMap;
}

/**
 * Returns the form values. Resets them when the search in the URL changes, for example with the back button or an example search, and keeps
 * the form and its keyboard focus.
 */
function useDraft(address: SearchParams) {
  const searched = JSON.stringify(withoutView(address));
  const [shown, setShown] = useState(searched);
  const [draft, setDraft] = useState(() => toDraft(address));
  const [errors, setErrors] = useState<DraftErrors>({});
  if (shown !== searched) {
    setShown(searched);
    setDraft(toDraft(address));
    setErrors({});
  }
  return { draft, setDraft, errors, setErrors };
}

/** Returns the members of the search, without order, filters and open details. */
function withoutView(address: SearchParams): SearchParams {
  const viewed = new Set(Object.keys(viewOf(address)));
  return parseSearchParams(Object.fromEntries(Object.entries(address).filter(([name]) => !viewed.has(name))));
}

function viewOf(address: SearchParams) {
  const { order, open, outbound } = address;
  return {
    ...(order && { order }),
    ...(outbound && { outbound }),
    ...(open && { open }),
    ...parseFilters({ ...address }),
  };
}
