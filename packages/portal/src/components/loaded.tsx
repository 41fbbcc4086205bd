import type { ReactNode } from "react";
import { Problem } from "./problem.tsx";
import { Waiting } from "./waiting.tsx";

interface LoadedProps<Data> {
  query: { data: Data | undefined; error: Error | null; refetch: () => Promise<unknown> };
  /** What is waited for, in words. */
  label: string;
  /** Stands above as long as nothing has come, such as the header of a page. */
  head?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** What a query has answered; until then a line that travels, or what went wrong. What was there stays when a later look fails. */
export function Loaded<Data>({ query: { data, error, refetch }, label, head, children }: LoadedProps<Data>) {
  const problem = error !== null && <Problem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) {
    return (
      <>
        {head}
        {problem || <Waiting label={label} />}
      </>
    );
  }
  return (
    <>
      {children(data)}
      {problem}
    </>
  );
}
