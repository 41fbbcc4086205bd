import { createContext, use } from "react";
import { useNow } from "../data/use-now.ts";
import { formatDistance, formatInstant, formatInstantInFull } from "./time-format.ts";

/** How far the clock of what is shown is ahead of the reader’s: test data may live in a time of its own. */
export const AheadOfWall = createContext(0);

interface TimeProps {
  /** RFC 3339; null reads "Never". */
  at: string | null;
  /** Which of the two is shown; the other is in the tooltip. */
  show?: "both" | "distance" | "instant";
  never?: string;
}

/** An instant in the reader's zone, and how far away it is. */
export function Time({ at, show = "both", never = "Never" }: TimeProps) {
  const nowMs = useNow(15_000) + use(AheadOfWall);
  if (at === null) return <span className="text-ink-3">{never}</span>;
  const atMs = Date.parse(at);
  const distance = formatDistance(atMs, nowMs);
  const title = `${formatInstantInFull(atMs)}, ${distance}`;
  return (
    <time dateTime={at} title={title} className="whitespace-nowrap">
      {show !== "distance" && <span className="font-mono tabular-nums">{formatInstant(atMs, nowMs)}</span>}
      {show === "both" && <span className="text-ink-3 before:mx-1 before:content-['·']">{distance}</span>}
      {show === "distance" && distance}
    </time>
  );
}
