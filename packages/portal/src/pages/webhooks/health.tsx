import type { Webhook } from "@wayfare/sdk";
import { formatCount } from "../../components/money-format.ts";
import { Status } from "../../components/status.tsx";
import { Time } from "../../components/time.tsx";
import { formatMinutes } from "../../components/time-format.ts";
import { useDataClock } from "../../data/test-clock.ts";
import { failureShare, warnedAfterMs } from "./failing.ts";

/** Whether deliveries arrive; where they do not, how far it is until the endpoint is disabled. */
export function Health({ webhook }: { webhook: Webhook }) {
  const { nowMs } = useDataClock();
  const { failingSince, failures, status } = webhook;
  if (failingSince === null) {
    return (
      <p className="text-ink-2">
        {status === "active" || status === "paused"
          ? "No attempt has failed since the last one that arrived."
          : "Nothing is sent in this state."}
      </p>
    );
  }
  const failingMs = Math.max(0, nowMs - Date.parse(failingSince));
  return (
    <div className="flex max-w-[68ch] flex-col gap-4">
      <p>
        <Status tone="caution">
          {formatCount(failures)} {failures === 1 ? "attempt has" : "attempts have"} failed in a row
        </Status>
        <span className="text-ink-2">
          , since <Time at={failingSince} />.
        </span>
      </p>
      <FailingLine failingMs={failingMs} />
      <p className="text-ink-2">
        After a day your other endpoints are told with <code className="font-mono text-13">webhook.failing</code>. After
        five days and twenty attempts the endpoint is disabled. One delivery that arrives ends the count.
      </p>
    </div>
  );
}

/** Five days of failure to scale. */
function FailingLine({ failingMs }: { failingMs: number }) {
  const x = 4 + failureShare(failingMs) * 472;
  const marks = [
    { at: 0, word: "failing" },
    { at: failureShare(warnedAfterMs), word: "1 day: told" },
    { at: 1, word: "5 days: disabled" },
  ];
  return (
    <svg
      role="img"
      aria-label={`Failing for ${formatMinutes(Math.floor(failingMs / 60_000))} of five days`}
      viewBox="0 0 480 34"
      className="w-full"
    >
      <line x1="4" x2="476" y1="10" y2="10" className="stroke-line" strokeWidth="2" />
      <line x1="4" x2={x} y1="10" y2="10" className="stroke-caution" strokeWidth="2" />
      {marks.map(({ at, word }) => (
        <g key={word}>
          <line x1={4 + at * 472} x2={4 + at * 472} y1="6" y2="14" className="stroke-edge" />
          <text
            x={4 + at * 472}
            y="30"
            textAnchor={at === 0 ? "start" : at === 1 ? "end" : "middle"}
            className="fill-ink-3 font-mono text-12"
          >
            {word}
          </text>
        </g>
      ))}
      <path d={`M${x - 4} 14 L${x} 6 L${x + 4} 14Z`} className="fill-caution" />
    </svg>
  );
}
