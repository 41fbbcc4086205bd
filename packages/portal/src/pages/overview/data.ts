import { useQuery } from "@tanstack/react-query";
import { useEnvironment } from "../../data/environment.ts";
import { readOverview } from "../../data/portal-answers.ts";
import { portal } from "../../data/portal-requests.ts";
import { useRead } from "../../data/read.ts";

/** The last 24 hours. */
export function useOverview() {
  const environment = useEnvironment();
  return useQuery({
    queryKey: ["overview", environment],
    queryFn: () => portal.get("/portal/overview?hours=24", readOverview, environment),
    refetchInterval: 60_000,
  });
}

const shownRequests = 8;

/** The latest requests of keys; what these pages ask themselves is left out. */
export function useLatestRequests() {
  return useRead(
    ["requests", "latest"],
    async (client) => (await client.requests.list({ callerType: "key", limit: shownRequests })).data,
  );
}
