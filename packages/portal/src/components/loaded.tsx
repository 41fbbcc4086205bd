import type { ReactNode } from "react";
import { Loading } from "./loading.tsx";
import { Problem } from "./problem.tsx";

interface LoadedProps<Data> {
  query: { data: Data | undefined; error: Error | null; refetch: () => Promise<unknown> };
  /** Name of the data, for the loading indicator. */
  label: string;
  /** Shown above the loading indicator, such as a page header. */
  head?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Renders the data of a query, or a loading indicator, or the error. Keeps old data if a later refetch fails. */
export function Loaded<Data>({ query: { data, error, refetch }, label, head, children }: LoadedProps<Data>) {
  const problem = error !== null && <Problem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) {
    return (
      <>
        {head}
        {problem || <Loading label={label} />}
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
