import type { Attempt } from "@wayfare/sdk";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { CodeBlock } from "../../components/code-block.tsx";
import { Status } from "../../components/status.tsx";
import { Time } from "../../components/time.tsx";
import { formatMilliseconds } from "../../components/time-format.ts";
import { formatHeaders, formatResponseBody } from "./attempt-text.ts";
import { TimingLine } from "./timing-line.tsx";
import { readTimings } from "./timings.ts";

/** Delivery attempt: its result, and in the details its timings, request and response. */
export function AttemptView({ attempt, open }: { attempt: Attempt; open: boolean }) {
  const delivered = attempt.status === "delivered";
  const timings = readTimings(attempt.timings);
  return (
    <details open={open} className="group border-b border-line">
      <summary className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1 py-1.5 text-13 pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-3 group-open:rotate-90" />
        <span className="w-6 font-mono font-medium">{attempt.number}</span>
        <Status tone={delivered ? "positive" : "critical"}>{attempt.responseStatus ?? "No response"}</Status>
        <span className="min-w-0 grow basis-40 text-ink-2">{attempt.reason}</span>
        <span className="font-mono text-12 tabular-nums">{formatMilliseconds(timings.totalMs)}</span>
        <Time at={attempt.startedAt} show="instant" />
      </summary>
      <div className="flex flex-col gap-5 pt-2 pb-6 wide:pl-8">
        <TimingLine timings={timings} />
        <div className="grid gap-5 broad:grid-cols-2">
          <Half title="Request" note={attempt.address === null ? "" : `to ${attempt.address}`}>
            <CodeBlock contentName="request headers" code={formatHeaders(attempt.requestHeaders)} />
          </Half>
          <Half title="Response" note={attempt.status}>
            {attempt.responseStatus === null ? (
              <p className="text-13 text-ink-2">{attempt.reason}</p>
            ) : (
              <CodeBlock
                contentName="response"
                code={`HTTP ${attempt.responseStatus}\n${formatHeaders(attempt.responseHeaders)}\n\n${formatResponseBody(attempt)}`}
              />
            )}
          </Half>
        </div>
      </div>
    </details>
  );
}

function Half({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h3 className="flex justify-between gap-3 pb-1.5 text-12 font-medium text-ink-2">
        {title}
        <span className="font-mono font-normal text-ink-3">{note}</span>
      </h3>
      {children}
    </div>
  );
}
