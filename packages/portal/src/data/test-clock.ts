import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useClient } from "./client.ts";
import { useEnvironment } from "./environment.ts";
import { useRead } from "./read.ts";
import { useHasScope } from "./session.ts";
import { useNow } from "./use-now.ts";

/** Returns the current time of the data: real time for live data, the test clock for test data. */
export function useDataClock(everyMs = 15_000): { nowMs: number; aheadSeconds: number } {
  const environment = useEnvironment();
  const mayRead = useHasScope("usage.read");
  const realMs = useNow(everyMs);
  const clock = useRead(["test-clock"], (client) => client.testClock.get(), {
    enabled: environment === "test" && mayRead,
  });
  const aheadSeconds = environment === "test" ? (clock.data?.offsetSeconds ?? 0) : 0;
  return { nowMs: realMs + aheadSeconds * 1000, aheadSeconds };
}

/** Advances the test clock and invalidates all test data. */
export function useAdvanceTestClock() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (seconds: number) => client.testClock.advance({ seconds }),
    onSuccess: () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === "test" }),
  });
}
