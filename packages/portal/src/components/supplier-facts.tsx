import type { Supplier } from "@wayfare/sdk";
import type { ReactNode } from "react";
import { Money } from "./money.tsx";
import { formatCount } from "./money-format.ts";
import { Time } from "./time.tsx";

type Fact = [name: string, value: ReactNode];

/** Describes the offers of a supplier. */
export function describeOffers({ cash, award }: Pick<Supplier, "cash" | "award">): string {
  if (cash && award) return "cash fares and awards";
  return cash ? "cash fares" : "awards";
}

/** Returns calls and cost of a credential with their limits. */
export function budgetFacts({
  budget,
  callsToday,
  costThisMonth,
}: Pick<Supplier, "budget" | "callsToday" | "costThisMonth">): Fact[] {
  const { callsPerDay, callsPerBooking, spendPerMonth } = budget;
  const calls = formatCount(callsToday);
  return [
    ["Calls today", callsPerDay === null ? `${calls}, no limit` : `${calls} of ${formatCount(callsPerDay)}`],
    [
      "Cost this month",
      <span key="cost">
        <Money value={costThisMonth} />
        {spendPerMonth !== null && (
          <>
            {" of "}
            <Money value={spendPerMonth} />
          </>
        )}
      </span>,
    ],
    ["Calls per booking", callsPerBooking === null ? "No limit" : `At most ${callsPerBooking}`],
  ];
}

/** Returns today's results of a supplier. */
export function resultFacts({
  searchesToday,
  answeredShare,
  offersShare,
  averageMs,
  lastFailureAt,
  lastFailure,
}: Pick<
  Supplier,
  "searchesToday" | "answeredShare" | "offersShare" | "averageMs" | "lastFailureAt" | "lastFailure"
>): Fact[] {
  return [
    [
      "Searches today",
      searchesToday === 0
        ? "None"
        : `${formatCount(searchesToday)}: ${percent(answeredShare)} answered, ${percent(offersShare)} with offers`,
    ],
    ["Average time today", averageMs === null ? "No searches" : `${averageMs} ms`],
    [
      "Last failure today",
      lastFailureAt === null ? (
        "None"
      ) : (
        <span key="failure" className="wrap-anywhere">
          {lastFailure} (<Time at={lastFailureAt} />)
        </span>
      ),
    ],
  ];
}

/** Formats a share as `42 %`. */
export function percent(share: number | null): string {
  return `${Math.round((share ?? 0) * 100)} %`;
}
