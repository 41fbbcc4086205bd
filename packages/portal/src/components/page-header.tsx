import type { ReactNode } from "react";
import { usePageTitle } from "./page-title.ts";

interface PageHeaderProps {
  title: string;
  /** One sentence. */
  lead?: ReactNode;
  /** Link to the parent page. */
  above?: ReactNode;
  /** Buttons. */
  actions?: ReactNode;
}

/** Page header. Also sets the document title. */
export function PageHeader({ title, lead, above, actions }: PageHeaderProps) {
  usePageTitle(title);
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 pb-5">
      <div className="min-w-0">
        {above !== undefined && <p className="pb-1 text-13">{above}</p>}
        <h1 className="text-20 font-semibold tracking-[-0.01em] wrap-anywhere">{title}</h1>
        {lead !== undefined && <p className="max-w-[68ch] pt-1 text-ink-2 wrap-anywhere">{lead}</p>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  );
}

/** Section of a page with a heading. */
export function Section({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className="pt-8">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-2 pb-2">
        <h2 className="text-14 font-semibold">{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}
