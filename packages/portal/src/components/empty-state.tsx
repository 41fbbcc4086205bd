import type { ReactNode } from "react";

/** Empty state of a page or list: an explanation and an action. */
export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex max-w-[68ch] flex-col items-start gap-3 py-8">
      <h2 className="text-16 font-semibold">{title}</h2>
      {children !== undefined && <div className="flex w-full flex-col gap-3 text-ink-2">{children}</div>}
      {action}
    </div>
  );
}
