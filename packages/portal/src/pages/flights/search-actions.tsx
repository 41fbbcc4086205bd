import type { FullSearchRequest } from "@wayfare/sdk";
import { ButtonLink } from "../../components/button.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { CopySearch } from "./copy-search.tsx";
import { type SearchParams, shiftDeparture } from "./search-params.ts";
import { WatchSearch } from "./watch-search.tsx";

/** Actions for the current search: the days before and after, its link and its code. */
export function SearchActions({ search, request }: { search: SearchParams; request: FullSearchRequest }) {
  return (
    <div className="flex flex-wrap gap-2">
      <ButtonLink kind="quiet" to="/flights" search={shiftDeparture(search, -1)} resetScroll={false}>
        Previous day
      </ButtonLink>
      <ButtonLink kind="quiet" to="/flights" search={shiftDeparture(search, 1)} resetScroll={false}>
        Next day
      </ButtonLink>
      <CopyButton kind="secondary" text={location.href} contentName="link" label="Copy link" />
      <CopySearch request={request} />
      <WatchSearch request={request} />
    </div>
  );
}
