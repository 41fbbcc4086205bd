import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useClient } from "./client.ts";
import { useEnvironment } from "./environment.ts";
import { useRead } from "./read.ts";
import { useMay } from "./session.ts";
import { useNow } from "./use-now.ts";

/** The instant that the data on show lives in: the wall's for live data, the test clock's for test data. */
export function useDataClock(everyMs = 15_000): { nowMs: number; aheadSeconds: number } {
  const environment = useEnvironment();
  const mayRead = useMay("usage.read");
  const wallMs = useNow(everyMs);
  const clock = useRead(["test-clock"], (client) => client.testClock.get(), {
    enabled: environment === "test" && mayRead,
  });
  const aheadSeconds = environment === "test" ? (clock.data?.offsetSeconds ?? 0) : 0;
  return { nowMs: wallMs + aheadSeconds * 1000, aheadSeconds };
}

/** Moves the test clock forward, after which everything of the test data may have changed. */
export function useAdvanceTestClock() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (seconds: number) => client.testClock.advance({ seconds }),
    onSuccess: () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === "test" }),
  });
}
