import { formatInstant, type NormalizedRequest, type SupplyRow } from "@wayfare/contract";
import { listDrops, OfferCounter, type SupplyReport } from "@wayfare/suppliers";
import type { Candidate } from "../candidates/merge.ts";
import { onlyMatchingCabin } from "../candidates/select.ts";

type Counted = Omit<SupplyReport, "failure">;

/** Returns the row of a report: `offers` passed the filters, and the limits of the response were not applied yet. */
export function toSupplyRow({
  source,
  status,
  reason,
  received,
  offers,
  dropped,
  tookMs,
  ...times
}: Counted): SupplyRow {
  const { observedAtMs, coverage } = times;
  return {
    source,
    status,
    reason,
    received,
    offers,
    dropped: listDrops(dropped),
    tookMs,
    observedAt: observedAtMs === null ? null : formatInstant(observedAtMs),
    coverage,
  };
}

/** The flights of a search before and after the limits of its response. */
interface Selected {
  request: Pick<NormalizedRequest, "cabin" | "cabinMatch" | "includeCash" | "includeAward">;
  candidates: readonly Candidate[];
  selected: readonly Candidate[];
}

/**
 * Returns the rows of a response: `offers` are those that it returns, and every other received offer is counted in `dropped`. Offers that
 * merging has removed are duplicates, those in another cabin or of a kind that was not requested are filtered.
 */
export function toFinalRows(reports: readonly Counted[], { request, candidates, selected }: Selected): SupplyRow[] {
  const merged = countBySource(candidates);
  const matching = countBySource(candidates.map((candidate) => onlyRequested(candidate, request)));
  const returned = countBySource(selected);
  return reports.map((report) => {
    const [all, fit, kept] = [merged, matching, returned].map((counts) => counts.get(report.source) ?? 0);
    const counter = new OfferCounter();
    counter.add(report.dropped);
    counter.drop("duplicate", report.offers - (all ?? 0));
    counter.drop("filter", (all ?? 0) - (fit ?? 0));
    counter.drop("selection", (fit ?? 0) - (kept ?? 0));
    return toSupplyRow({ ...report, offers: kept ?? 0, dropped: counter.dropped });
  });
}

/** Number of offers that a supplier returned in time and that pass the filters, before the limits of the response. */
export function countUsable({ offers, dropped }: Pick<SupplyRow, "offers" | "dropped">): number {
  return dropped.reduce((sum, { reason, count }) => (reason === "selection" ? sum + count : sum), offers);
}

function onlyRequested(candidate: Candidate, request: Selected["request"]): Pick<Candidate, "cash" | "award"> {
  const { cash, award } = onlyMatchingCabin(candidate, request);
  return { cash: request.includeCash ? cash : [], award: request.includeAward ? award : [] };
}

function countBySource(candidates: readonly Pick<Candidate, "cash" | "award">[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { cash, award } of candidates) {
    for (const { source } of cash) counts.set(source, (counts.get(source) ?? 0) + 1);
    for (const { source } of award) counts.set(source, (counts.get(source) ?? 0) + 1);
  }
  return counts;
}
