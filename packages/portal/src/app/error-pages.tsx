import type { ErrorComponentProps } from "@tanstack/react-router";
import { Wordmark } from "../components/mark.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { Problem } from "../components/problem.tsx";
import { TextLink } from "../components/text-link.tsx";

/** Error page, shown inside the shell. */
export function PageError({ error, reset }: ErrorComponentProps) {
  return (
    <>
      <PageHeader title="Something went wrong" />
      <Problem error={error} onRetry={reset} />
    </>
  );
}

/** Page for unknown URLs. */
export function NotFound() {
  return (
    <main className="flex flex-col items-start gap-8 px-5 py-6 wide:px-12 wide:py-10">
      <Wordmark />
      <div>
        <PageHeader title="Page not found" />
        <p className="text-ink-2">
          Check the URL, or go to the <TextLink to="/">overview</TextLink>.
        </p>
      </div>
    </main>
  );
}
