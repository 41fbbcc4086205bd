import { getRouteApi } from "@tanstack/react-router";
import type { Watch } from "@wayfare/sdk";
import type { ReactNode } from "react";
import { ApplicationName } from "../../components/application-name.tsx";
import { CopyableId } from "../../components/copy-button.tsx";
import { Facts } from "../../components/figures.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { MetadataList } from "../../components/metadata-list.tsx";
import { Miles, Money } from "../../components/money.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { Time } from "../../components/time.tsx";
import { useWatch } from "../../data/watches.ts";
import { toExplorerSearch } from "./search-link.ts";
import { WatchActions } from "./watch-actions.tsx";
import { WatchMatches } from "./watch-matches.tsx";
import { describeCondition, describeDates, describeInterval, describeReason, describeRoute } from "./watch-text.ts";
import { WatchMark } from "./watches-page.tsx";

const route = getRouteApi("/shell/watches/$id");

/** Watch page. */
export function WatchPage() {
  const { id } = route.useParams();
  const query = useWatch(id);
  const back = <TextLink to="/watches">Watches</TextLink>;
  return (
    <Loaded query={query} label="watch" head={<PageHeader title="Watch" above={back} />}>
      {(watch) => (
        <>
          <PageHeader
            title={describeRoute(watch.search)}
            above={back}
            lead={describeDates(watch.search)}
            actions={<WatchActions watch={watch} />}
          />
          <div className="flex flex-col gap-8">
            <Facts facts={factsOf(watch)} />
            <WatchMatches watch={watch} />
          </div>
        </>
      )}
    </Loaded>
  );
}

function factsOf(watch: Watch): (readonly [string, ReactNode])[] {
  const { id, search, condition, baseline, lastMatchedAt, nextRunAt, applicationId } = watch;
  const explorer = toExplorerSearch(search);
  return [
    ["Status", <WatchMark key="status" {...watch} />],
    ["Condition", describeCondition(condition).join(", ")],
    ...(condition.dropPercent === undefined
      ? []
      : ([["Baseline", baseline === null ? "Not known yet" : <Money key="baseline" value={baseline} />]] as const)),
    ["Best offers now", <BestOffers key="best" watch={watch} />],
    ["Last run", <LastRun key="run" watch={watch} />],
    ["Runs", describeInterval(watch)],
    ["Next run", nextRunAt === null ? "None" : <Time key="next" at={nextRunAt} />],
    ["Last match", lastMatchedAt === null ? "None yet" : <Time key="matched" at={lastMatchedAt} />],
    ["Ends", <Time key="ends" at={watch.expiresAt} />],
    ["Id", <CopyableId key="id" id={id} contentName="watch id" />],
    ...(applicationId === null ? [] : ([["Application", <ApplicationName key="app" id={applicationId} />]] as const)),
    ["Metadata", <MetadataList key="metadata" metadata={watch.metadata} />],
    [
      "Search",
      explorer === null ? (
        "Not available in the flight explorer"
      ) : (
        <TextLink key="search" to="/flights" search={explorer}>
          Open in the flight explorer
        </TextLink>
      ),
    ],
    [
      "Events",
      <TextLink key="events" to="/events" search={{ subject: id }}>
        Events of this watch
      </TextLink>,
    ],
  ];
}

/** Best values of the last run. */
function BestOffers({ watch: { lastPrices } }: { watch: Watch }) {
  if (lastPrices === null) return "Not known yet";
  const { price, miles, centsPerPoint } = lastPrices;
  if (price === null && miles === null) return "No offers";
  return (
    <span className="flex flex-wrap gap-x-4">
      {price !== null && <Money value={price} />}
      {miles !== null && <Miles miles={miles} />}
      {centsPerPoint !== null && <span>{centsPerPoint} cents per mile</span>}
    </span>
  );
}

function LastRun({ watch: { lastRun } }: { watch: Watch }) {
  if (lastRun === null) return "None yet";
  const reason = describeReason(lastRun);
  return (
    <span>
      <Time at={lastRun.startedAt} />
      {reason !== undefined && <span className="text-ink-2">. {reason}</span>}
    </span>
  );
}
