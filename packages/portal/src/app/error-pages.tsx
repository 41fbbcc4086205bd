import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { PageHeader } from "../components/page-header.tsx";
import { Problem } from "../components/problem.tsx";
import { TextLink } from "../components/text-link.tsx";

/** Error page, shown inside the shell. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <>
      <PageHeader title="Something went wrong" />
      <Problem error={error} onRetry={retry} />
    </>
  );
}

/** Page for unknown URLs, shown inside the shell. */
export function NotFound() {
  return (
    <>
      <PageHeader title="Page not found" />
      <p className="text-ink-2">
        Check the URL, or go to the <TextLink to="/">overview</TextLink>.
      </p>
    </>
  );
}
