import type { Webhook } from "@wayfare/sdk";
import { Time } from "../../components/time.tsx";
import { formatMinutes } from "../../components/time-format.ts";
import { TimeScale } from "../../components/time-scale.tsx";
import { useDataClock } from "../../data/test-clock.ts";

/** Time for which the previous secret stays valid after a rotation. */
const overlapMs = 86_400_000;

/** Shows the valid secrets with their ages: one, or two for a day after a rotation. */
export function Secrets({ webhook }: { webhook: Webhook }) {
  const { previousSecretEndsAt, previousSecretCreatedAt, secretCreatedAt } = webhook;
  const { nowMs } = useDataClock();
  const created = (at: string) => (
    <>
      created <Time at={at} show="instant" />, <span className="font-mono">{formatAge(at, nowMs)}</span> ago
    </>
  );
  if (previousSecretEndsAt === null || Date.parse(previousSecretEndsAt) <= nowMs) {
    return (
      <p className="max-w-[68ch] text-ink-2">
        One secret signs all deliveries, {created(secretCreatedAt)}. After a rotation the old and the new secret are
        both valid for 24 hours, so that your program can switch without failed deliveries.
      </p>
    );
  }
  const leftMs = Date.parse(previousSecretEndsAt) - nowMs;
  const left = formatMinutes(Math.max(1, Math.floor(leftMs / 60_000)));
  const passed = 1 - Math.min(1, leftMs / overlapMs);
  return (
    <div className="flex max-w-[68ch] flex-col gap-4">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 text-13">
        <dt className="text-ink-3">New secret</dt>
        <dd>Signs all deliveries since the rotation; {created(secretCreatedAt)}.</dd>
        <dt className="text-ink-3">Old secret</dt>
        <dd>
          Valid for another <span className="font-mono">{left}</span>, until{" "}
          <Time at={previousSecretEndsAt} show="instant" />
          {previousSecretCreatedAt !== null && <>; {created(previousSecretCreatedAt)}</>}.
        </dd>
      </dl>
      <TimeScale
        label={`${left} of 24 hours left with both secrets`}
        from={passed}
        to={1}
        at={passed}
        tone="accent"
        marks={[0, 6, 12, 18, 24].map((hour) => ({ at: hour / 24, label: `${hour} h` }))}
      />
      <p className="text-ink-2">
        If your endpoint returns 400, 401 or 403, the delivery is sent again immediately with the old secret. Update
        your program before the old secret expires. If you rotate again, the old secret ends.
      </p>
    </div>
  );
}

function formatAge(createdAt: string, nowMs: number): string {
  return formatMinutes(Math.max(0, Math.floor((nowMs - Date.parse(createdAt)) / 60_000)));
}
