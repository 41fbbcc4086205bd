import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { TestClock, Wayfare } from "@wayfare/sdk";
import { useClient } from "./client.ts";
import { useEnvironment } from "./environment.ts";
import { sessionKey, useSession } from "./session.ts";
import { useNow } from "./use-now.ts";

/** Returns the current time of the data: real time for live data, the test clock for test data. */
export function useDataClock(everyMs = 15_000): { nowMs: number; aheadSeconds: number } {
  const environment = useEnvironment();
  const realMs = useNow(everyMs);
  const { testClockOffsetSeconds } = useSession().account;
  const aheadSeconds = environment === "test" ? testClockOffsetSeconds : 0;
  return { nowMs: realMs + aheadSeconds * 1000, aheadSeconds };
}

/** Advances the test clock and invalidates all test data. */
export function useAdvanceTestClock() {
  return useTestClockChange((client, seconds: number) => client.testClock.advance({ seconds }));
}

/** Sets the test clock back to real time and invalidates all test data. */
export function useResetTestClock() {
  return useTestClockChange((client) => client.testClock.reset());
}

function useTestClockChange<Input = void>(change: (client: Wayfare, input: Input) => PromiseLike<TestClock>) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input) => change(client, input),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: sessionKey });
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === "test" });
    },
  });
}
