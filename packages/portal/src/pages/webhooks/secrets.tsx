import type { Webhook } from "@wayfare/sdk";
import { Time } from "../../components/time.tsx";
import { formatMinutes } from "../../components/time-format.ts";
import { useDataClock } from "../../data/test-clock.ts";

/** How long the secret before a rotation is valid. */
const overlapMs = 86_400_000;

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
      <OverlapLine passed={passed} left={left} />
      <p className="text-ink-2">
        A delivery that is answered with 400, 401 or 403 is tried at once with the old one. Give your program the new
        secret before the old one ends.
      </p>
    </div>
  );
}

/** The day of both secrets to scale, a tick every six hours. */
function OverlapLine({ passed, left }: { passed: number; left: string }) {
  const x = 4 + passed * 472;
  return (
    <svg
      role="img"
      aria-label={`Of 24 hours with both secrets, ${left} are left`}
      viewBox="0 0 480 34"
      className="w-full"
    >
      <line x1="4" x2="476" y1="10" y2="10" className="stroke-line" strokeWidth="2" />
      <line x1={x} x2="476" y1="10" y2="10" className="stroke-accent" strokeWidth="2" />
      {[0, 6, 12, 18, 24].map((hour) => (
        <g key={hour}>
          <line x1={4 + (hour / 24) * 472} x2={4 + (hour / 24) * 472} y1="6" y2="14" className="stroke-edge" />
          <text
            x={4 + (hour / 24) * 472}
            y="30"
            textAnchor={hour === 0 ? "start" : hour === 24 ? "end" : "middle"}
            className="fill-ink-3 font-mono text-12"
          >
            {hour} h
          </text>
        </g>
      ))}
      <circle cx={x} cy="10" r="4" className="fill-accent" />
    </svg>
  );
}
