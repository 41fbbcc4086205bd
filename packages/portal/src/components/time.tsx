import { use } from "react";
import { ClockOffset } from "../data/clock-offset.ts";
import { useNow } from "../data/use-now.ts";
import { formatDistance, formatInstant, formatInstantInFull } from "./time-format.ts";

interface TimeProps {
  /** Time in RFC 3339; null shows `never`. */
  at: string | null;
  /** Format: distance, time or both. The tooltip shows both. */
  show?: "both" | "distance" | "instant";
  never?: string;
}

/** Time in the local time zone, and its distance from now. */
export function Time({ at, show = "both", never = "Never" }: TimeProps) {
  const nowMs = useNow(15_000) + use(ClockOffset);
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
