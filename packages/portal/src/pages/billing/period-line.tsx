import type { Subscription } from "@wayfare/sdk";
import { formatInstant } from "../../components/time-format.ts";
import { TimeScale } from "../../components/time-scale.tsx";
import { useDataClock } from "../../data/test-clock.ts";

/** Time scale of the period with the current time. */
export function PeriodLine({ period }: Pick<Subscription, "period">) {
  const { nowMs } = useDataClock();
  const [startMs, endMs] = [Date.parse(period.from), Date.parse(period.to)];
  const share = Math.min(1, Math.max(0, (nowMs - startMs) / (endMs - startMs)));
  return (
    <div className="pt-4">
      <TimeScale
        label={`${Math.round(share * 100)}% of the period has passed`}
        from={0}
        to={share}
        at={share}
        tone="accent"
        marks={[
          { at: 0, label: formatInstant(startMs, nowMs) },
          { at: 1, label: formatInstant(endMs, nowMs) },
        ]}
      />
    </div>
  );
}
