import { useQuery } from "@tanstack/react-query";
import { useAction } from "../../data/action.ts";
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

/** Returns the newest active key, whose secret the user may have; undefined without one or while loading. */
export function useNewestKey() {
  return useRead(["keys", "newest"], async (client) => (await client.keys.list({ status: "active", limit: 1 })).data)
    .data?.[0];
}

/** Creates a key of the current environment that can only search. */
export function useCreateSearchKey() {
  const environment = useEnvironment();
  return useAction(["keys"], (client) =>
    client.keys.create({ name: "First search", environment, scopes: ["flights.search"] }),
  );
}
