import type { ReactNode } from "react";

/** What stands where there is nothing yet: a sentence that teaches, and one thing to do. */
export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex max-w-[68ch] flex-col items-start gap-3 py-8">
      <h2 className="text-16 font-semibold">{title}</h2>
      {children !== undefined && <div className="flex w-full flex-col gap-3 text-ink-2">{children}</div>}
      {action}
    </div>
  );
}
