import { useQuery } from "@tanstack/react-query";
import { useEnvironment } from "../../data/environment.ts";
import { portal } from "../../data/portal-requests.ts";
import { readOverview } from "../../data/portal-responses.ts";
import { useRead } from "../../data/read.ts";

/** Reads the overview of the last 24 hours. */
export function useOverview() {
  const environment = useEnvironment();
  return useQuery({
    queryKey: ["overview", environment],
    queryFn: () => portal.get("/portal/overview?hours=24", readOverview, environment),
    refetchInterval: 60_000,
  });
}

const shownRequests = 8;

/** Reads the latest requests with API keys, without the requests of the portal. */
export function useLatestRequests() {
  return useRead(
    ["requests", "latest"],
    async (client) => (await client.requests.list({ callerType: "key", limit: shownRequests })).data,
  );
}
