import { type UseQueryOptions, useQuery } from "@tanstack/react-query";
import type { Wayfare } from "@wayfare/sdk";
import { useClient } from "./client.ts";
import { useEnvironment } from "./environment.ts";

/** Query key within an environment: a name and parameters. */
type ReadKey = readonly [name: string, ...rest: unknown[]];

type ReadOptions<Response, Data> = Omit<UseQueryOptions<Response, Error, Data>, "queryKey" | "queryFn">;

/** Runs a query in the current environment. */
export function useRead<Response, Data = Response>(
  [name, ...rest]: ReadKey,
  read: (client: Wayfare) => Promise<Response>,
  options?: ReadOptions<Response, Data>,
) {
  const client = useClient();
  return useQuery({ queryKey: [name, useEnvironment(), ...rest], queryFn: () => read(client), ...options });
}
