import type { Webhook } from "@wayfare/sdk";
import { ScaleLine } from "../../components/scale-line.tsx";
import { Time } from "../../components/time.tsx";
import { formatMinutes } from "../../components/time-format.ts";
import { useDataClock } from "../../data/test-clock.ts";

/** How long the secret before a rotation is valid. */
const overlapMs = 86_400_000;

/** Whether the secret from before a rotation still counts; another rotation is refused as long. */
export function hasTwoSecrets({ previousSecretEndsAt: endsAt }: Webhook, nowMs: number): boolean {
  return endsAt !== null && nowMs < Date.parse(endsAt);
}

/** Which secrets sign: one, or for a day after a rotation two, with the time that is left of the old one. */
export function Secrets({ webhook: { previousSecretEndsAt } }: { webhook: Webhook }) {
  const { nowMs } = useDataClock();
  if (previousSecretEndsAt === null || Date.parse(previousSecretEndsAt) <= nowMs) {
    return (
      <p className="max-w-[68ch] text-ink-2">
        One secret signs every delivery. A rotation makes a new one, and both are valid for 24 hours, so that your
        program can change over without losing any.
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
        <dd>Signs every delivery since the rotation.</dd>
        <dt className="text-ink-3">Old secret</dt>
        <dd>
          Valid for <span className="font-mono">{left}</span> more, until{" "}
          <Time at={previousSecretEndsAt} show="instant" />.
        </dd>
      </dl>
      <ScaleLine
        label={`Of 24 hours with both secrets, ${left} are left`}
        from={passed}
        to={1}
        at={passed}
        tone="accent"
        marks={[0, 6, 12, 18, 24].map((hour) => ({ at: hour / 24, word: `${hour} h` }))}
      />
      <p className="text-ink-2">
        A delivery that is answered with 400, 401 or 403 is tried at once with the old one. Give your program the new
        secret before the old one ends; a further rotation has to wait until then.
      </p>
    </div>
  );
}
