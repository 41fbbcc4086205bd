import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { Status, type Tone } from "./status.tsx";

const edges: Record<Tone, string> = {
  neutral: "border-edge",
  positive: "border-positive",
  caution: "border-caution",
  critical: "border-critical",
  accent: "border-accent",
};

interface NoticeProps {
  tone: Tone;
  title: string;
  action?: ReactNode;
  children?: ReactNode;
}

/** Notice at the top of a page: a status and the action to take. */
export function Notice({ tone, title, action, children }: NoticeProps) {
  return (
    <section
      aria-label={title}
      className={classNames("flex max-w-[68ch] flex-col items-start gap-2 border-l-2 py-1 pl-4", edges[tone])}
    >
      <p className="font-semibold">
        <Status tone={tone}>
          <span className="whitespace-normal">{title}</span>
        </Status>
      </p>
      {children !== undefined && <div className="flex w-full flex-col gap-2 text-ink-2">{children}</div>}
      {action}
    </section>
  );
}
