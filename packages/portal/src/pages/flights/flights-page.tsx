import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense, useMemo, useState } from "react";
import { EmptyState } from "../../components/empty-state.tsx";
import { Loading } from "../../components/loading.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Problem } from "../../components/problem.tsx";
import { CopySearch } from "./copy-search.tsx";
import { ExampleSearches } from "./example-searches.tsx";
import { rankFlights } from "./ranked-flights.ts";
import { Results } from "./results.tsx";
import { toDraft, toSearchParams } from "./search-draft.ts";
import { SearchForm } from "./search-form.tsx";
import { type SearchParams, toSearchRequest } from "./search-params.ts";
import { useSearch } from "./use-search.ts";

const route = getRouteApi("/shell/flights");
/** Loaded after the form, with the map geometry. */
const SearchMap = lazy(async () => ({ default: (await import("./search-map.tsx")).SearchMap }));

/** Flight explorer page. Searches with the public API. */
export function FlightsPage() {
  const address = route.useSearch();
  // Resets the form when the search in the URL changes, for example with the back button or an example search.
  const { order: _order, airline: _airline, open: _open, ...searched } = address;
  return <Explorer key={JSON.stringify(searched)} address={address} />;
}

function Explorer({ address }: { address: SearchParams }) {
  const navigate = route.useNavigate();
  const [draft, setDraft] = useState(() => toDraft(address));
  const request = toSearchRequest(address);
  const search = useSearch(request);
  const response = search.error === null ? search.data?.response : undefined;
  const isComplete = search.data?.isComplete === true;
  const ranked = useMemo(() => (response === undefined ? [] : rankFlights(response)), [response]);
  const start = () => {
    const next = toSearchParams(draft, address);
    if (JSON.stringify(toSearchRequest(next)) === JSON.stringify(request)) void search.refetch();
    else void navigate({ search: next });
  };
  const { order, airline, open } = address;
  return (
    <>
      <PageHeader
        title="Flight explorer"
        lead="Search flights in cash and miles with the same API as your programs."
        {...(request !== null && { actions: <CopySearch request={request} /> })}
      />
      <div className="grid gap-6 broad:grid-cols-[26rem_minmax(0,1fr)]">
        <SearchForm draft={draft} onDraft={setDraft} onSearch={start} busy={search.isFetching} />
        <Suspense fallback={<div className="min-h-56 rounded-control border border-line bg-sea" />}>
          <SearchMap
            from={draft.from}
            to={draft.to}
            ranked={ranked}
            dictionaries={response?.dictionaries}
            openId={open}
          />
        </Suspense>
      </div>
      {request === null && <ExampleSearches />}
      {search.isFetching && ranked.length === 0 && <Loading label="flights" />}
      {search.error !== null && (
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
          view={{ ...(order && { order }), ...(airline && { airline }), ...(open && { open }) }}
          onView={(view) =>
            void navigate({ search: { ...withoutView(address), ...view }, replace: true, resetScroll: false })
          }
        />
      )}
    </>
  );
}

function withoutView({ order: _order, airline: _airline, open: _open, ...searched }: SearchParams): SearchParams {
  return searched;
}
