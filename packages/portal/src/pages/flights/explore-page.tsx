import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { EmptyState } from "../../components/empty-state.tsx";
import { Loading } from "../../components/loading.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Problem } from "../../components/problem.tsx";
import { useRead } from "../../data/read.ts";
import { ExploreForm } from "./explore-form.tsx";
import { toExploreRequest } from "./explore-params.ts";
import { ExploreResults } from "./explore-results.tsx";

const route = getRouteApi("/shell/explore");
/** Loaded after the form, with the map geometry. */
const ExploreMap = lazy(async () => ({ default: (await import("./explore-map.tsx")).ExploreMap }));

const emptyMap = <div className="min-h-72 rounded-control border border-line bg-sea" />;

/** Page with the lowest prices from one place to many. */
export function ExplorePage() {
  const params = route.useSearch();
  const navigate = route.useNavigate();
  const [selected, setSelected] = useState<string>();
  const request = toExploreRequest(params);
  const { data, error, isFetching, refetch } = useRead(
    ["explore", request],
    (client) => client.flights.explore(request ?? { origin: "", departureDates: { from: "", to: "" } }),
    { enabled: request !== null, staleTime: 300_000, retry: false },
  );
  return (
    <>
      <PageHeader
        title="Destinations"
        lead="Find the lowest prices from one place to everywhere, over a day, a month or weekends."
      />
      <div className="grid gap-6 broad:grid-cols-[26rem_minmax(0,1fr)]">
        <ExploreForm
          key={JSON.stringify(params)}
          params={params}
          busy={isFetching}
          onExplore={(next) => void navigate({ search: next })}
        />
        <Suspense fallback={emptyMap}>
          <ExploreMap
            from={params.from ?? ""}
            response={data}
            selected={selected ?? data?.destinations[0]?.place.code}
            onSelect={setSelected}
          />
        </Suspense>
      </div>
      {isFetching && <Loading label="destinations" />}
      {error !== null && (
        <div className="pt-6">
          <Problem error={error} onRetry={() => void refetch()} />
        </div>
      )}
      {data?.found === 0 && (
        <EmptyState title="No destinations found">
          <p>No flights match. Try other dates, more stops or another region.</p>
        </EmptyState>
      )}
      {data !== undefined && data.found > 0 && (
        <ExploreResults response={data} params={params} selected={selected} onClear={() => setSelected(undefined)} />
      )}
    </>
  );
}
