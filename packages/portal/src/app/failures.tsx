import type { ErrorComponentProps } from "@tanstack/react-router";
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
    <main className="px-4 py-8 wide:px-8">
      <PageHeader title="There is no page here" />
      <p className="text-ink-2">
        Check the address, or start again from the <TextLink to="/">overview</TextLink>.
      </p>
    </main>
  );
}
