import { type UseQueryOptions, useQuery } from "@tanstack/react-query";
import type { Wayfare } from "@wayfare/sdk";
import { useClient } from "./client.ts";
import { useEnvironment } from "./environment.ts";

/** What tells the answers of one environment apart: a name, and what else was asked. */
type ReadKey = readonly [name: string, ...rest: unknown[]];

type ReadOptions<Answer, Data> = Omit<UseQueryOptions<Answer, Error, Data>, "queryKey" | "queryFn">;

/** Reads from the environment on show. */
export function useRead<Answer, Data = Answer>(
  [name, ...rest]: ReadKey,
  read: (client: Wayfare) => Promise<Answer>,
  options?: ReadOptions<Answer, Data>,
) {
  const client = useClient();
  return useQuery({ queryKey: [name, useEnvironment(), ...rest], queryFn: () => read(client), ...options });
}
