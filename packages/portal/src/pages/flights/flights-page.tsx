import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense, useMemo, useState } from "react";
import { EmptyState } from "../../components/empty-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Problem } from "../../components/problem.tsx";
import { Waiting } from "../../components/waiting.tsx";
import { useClient } from "../../data/client.ts";
import { useEnvironment } from "../../data/environment.ts";
import { CopySearch } from "./copy-search.tsx";
import { ExampleSearches } from "./example-searches.tsx";
import { rankFlights } from "./ranked-flights.ts";
import { Results } from "./results.tsx";
import { type SearchAddress, toSearchRequest } from "./search-address.ts";
import { toAddress, toDraft } from "./search-draft.ts";
import { SearchForm } from "./search-form.tsx";

const route = getRouteApi("/shell/flights");
/** The form is there at once; the map and its geometry follow. */
const SearchMap = lazy(async () => ({ default: (await import("./search-map.tsx")).SearchMap }));

/** Searches flights as a program would, and shows what it is answered. */
export function FlightsPage() {
  const address = route.useSearch();
  // The fields follow the address when it changes from elsewhere: by the back button, or an example.
  const { order: _order, airline: _airline, open: _open, ...searched } = address;
  return <Explorer key={JSON.stringify(searched)} address={address} />;
}

function Explorer({ address }: { address: SearchAddress }) {
  const navigate = route.useNavigate();
  const [draft, setDraft] = useState(() => toDraft(address));
  const request = toSearchRequest(address);
  const search = useSearch(request);
  const ranked = useMemo(() => (search.data === undefined ? [] : rankFlights(search.data)), [search.data]);
  const start = () => {
    const next = toAddress(draft, address);
    if (JSON.stringify(toSearchRequest(next)) === JSON.stringify(request)) void search.refetch();
    else void navigate({ search: next });
  };
  const { order, airline, open } = address;
  return (
    <>
      <PageHeader
        title="Flight explorer"
        lead="The same search that your programs make, in money and in miles."
        {...(request !== null && { actions: <CopySearch request={request} /> })}
      />
      <div className="grid gap-6 broad:grid-cols-[26rem_minmax(0,1fr)]">
        <SearchForm draft={draft} onDraft={setDraft} onSearch={start} busy={search.isFetching} />
        <Suspense fallback={<div className="min-h-56 rounded-control border border-line bg-sea" />}>
          <SearchMap
            from={draft.from}
            to={draft.to}
            ranked={ranked}
            dictionaries={search.data?.dictionaries}
            openId={open}
          />
        </Suspense>
      </div>
      {request === null && <ExampleSearches />}
      {search.isLoading && <Waiting label="flights" />}
      {search.error !== null && (
        <div className="pt-6">
          <Problem error={search.error} onRetry={() => void search.refetch()} />
        </div>
      )}
      {search.data?.flights.length === 0 && (
        <EmptyState title="No flight found">
          <p>That is an answer, not an error: nothing flies there on that day. Try another day or a nearby airport.</p>
        </EmptyState>
      )}
      {search.data !== undefined && search.data.flights.length > 0 && (
        <Results
          answer={search.data}
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

function withoutView({ order: _order, airline: _airline, open: _open, ...searched }: SearchAddress): SearchAddress {
  return searched;
}

/** An answer stands for as long as its offers hold: asking again would count against the plan. */
function useSearch(request: ReturnType<typeof toSearchRequest>) {
  const client = useClient();
  return useQuery({
    queryKey: ["search", useEnvironment(), request],
    queryFn: async ({ signal }) => {
      if (request === null) throw new TypeError("there is nothing to search for");
      return client.search(request, { signal });
    },
    enabled: request !== null,
    staleTime: 15 * 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
