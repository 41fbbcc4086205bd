import { useQuery } from "@tanstack/react-query";
import { useClient } from "../../data/client.ts";

const dayMs = 86_400_000;

/**
 * Returns the alliance of each airline that is in one, by code; undefined until they are loaded. The same for both environments.
 *
 * @param isNeeded false to send no request
 */
export function useAlliances(isNeeded: boolean): ReadonlyMap<string, string> | undefined {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ["alliances"],
    queryFn: async () => {
      const alliances = new Map<string, string>();
      for await (const { code, alliance } of client.airlines.list({ limit: 200 })) {
        if (alliance !== null) alliances.set(code, alliance);
      }
      return alliances;
    },
    staleTime: dayMs,
    enabled: isNeeded,
  });
  return data;
}
