import type { ErrorComponentProps } from "@tanstack/react-router";
import { Wordmark } from "../components/mark.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { Problem } from "../components/problem.tsx";
import { TextLink } from "../components/text-link.tsx";

/** What stands where a page has failed; the shell around it goes on. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  return (
    <>
      <PageHeader title="Something went wrong" />
      <Problem error={error} onRetry={reset} />
    </>
  );
}

/** What stands at an address without a page. */
export function NotFound() {
  return (
    <main className="flex flex-col items-start gap-8 px-5 py-6 wide:px-12 wide:py-10">
      <Wordmark />
      <div>
        <PageHeader title="There is no page here" />
        <p className="text-ink-2">
          Check the address, or start again from the <TextLink to="/">overview</TextLink>.
        </p>
      </div>
    </main>
  );
}
