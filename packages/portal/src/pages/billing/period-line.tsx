import type { Subscription } from "@wayfare/sdk";
import { ScaleLine } from "../../components/scale-line.tsx";
import { formatInstant } from "../../components/time-format.ts";
import { useDataClock } from "../../data/test-clock.ts";

/** The period to scale, with the present on it. */
export function PeriodLine({ period }: Pick<Subscription, "period">) {
  const { nowMs } = useDataClock();
  const [startMs, endMs] = [Date.parse(period.from), Date.parse(period.to)];
  const share = Math.min(1, Math.max(0, (nowMs - startMs) / (endMs - startMs)));
  return (
    <div className="pt-4">
      <ScaleLine
        label={`${Math.round(share * 100)} percent of the period are over`}
        from={0}
        to={share}
        at={share}
        tone="accent"
        marks={[
          { at: 0, word: formatInstant(startMs, nowMs) },
          { at: 1, word: formatInstant(endMs, nowMs) },
        ]}
      />
    </div>
  );
}
