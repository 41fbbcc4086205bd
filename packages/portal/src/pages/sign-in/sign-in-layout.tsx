import type { ReactNode } from "react";
import { Wordmark } from "../../components/mark.tsx";
import { SignInChart } from "./sign-in-chart.tsx";

/** Layout of the sign-in pages: a form next to a decorative map. */
export function SignInLayout({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <div className="min-h-dvh wide:grid wide:grid-cols-[minmax(24rem,30rem)_1fr]">
      <main className="flex flex-col px-5 py-6 wide:px-12 wide:py-10">
        <Wordmark />
        <div className="flex w-full max-w-sm grow flex-col justify-center gap-5 py-10">
          <header>
            <h1 className="text-20 font-semibold tracking-[-0.01em]">{title}</h1>
            {lead !== undefined && <p className="pt-1 text-ink-2">{lead}</p>}
          </header>
          {children}
        </div>
        <p className="text-12 text-ink-3">
          Flight search in cash and miles, with webhooks.{" "}
          <a href="/docs" className="text-ink-2 underline underline-offset-3">
            API reference
          </a>
        </p>
      </main>
      <SignInChart />
    </div>
  );
}
