import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

export type Tone = "neutral" | "positive" | "caution" | "critical" | "accent";

const inks: Record<Tone, string> = {
  neutral: "text-ink-2",
  positive: "text-positive",
  caution: "text-caution",
  critical: "text-critical",
  accent: "text-accent",
};

/** Shape of each tone, so that the meaning does not depend on color alone. */
const shapes: Record<Tone, ReactNode> = {
  neutral: <circle cx="5" cy="5" r="3.25" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  positive: <circle cx="5" cy="5" r="4" fill="currentColor" />,
  caution: <path d="M5 1 9.2 8.8H.8Z" fill="currentColor" />,
  critical: <path d="M1.5 1.5l7 7m0-7-7 7" stroke="currentColor" strokeWidth="2" fill="none" />,
  accent: <path d="M5 .8 9.2 5 5 9.2.8 5Z" fill="currentColor" />,
};

/** Status: a shape and a label. */
export function Status({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={classNames("inline-flex items-center gap-1.5 whitespace-nowrap font-medium", inks[tone])}>
      <svg aria-hidden viewBox="0 0 10 10" className="size-2.5 shrink-0">
        {shapes[tone]}
      </svg>
      {children}
    </span>
  );
}

const washes: Record<Tone | "award", string> = {
  neutral: "bg-sunken text-ink-2",
  positive: "bg-positive-wash text-positive",
  caution: "bg-caution-wash text-caution",
  critical: "bg-critical-wash text-critical",
  accent: "bg-accent-wash text-accent",
  award: "bg-award-wash text-award",
};

/** Badge for a short property, such as a scope. */
export function Badge({
  tone = "neutral",
  mono = false,
  children,
}: {
  tone?: Tone | "award";
  mono?: boolean;
  children: ReactNode;
}) {
  return (
    <span
      className={classNames(
        "inline-flex items-center rounded-mark px-1.5 text-12 font-medium whitespace-nowrap",
        mono && "font-mono",
        washes[tone],
      )}
    >
      {children}
    </span>
  );
}
