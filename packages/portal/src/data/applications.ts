import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Application, ChangeApplication, CreateApplication } from "@wayfare/sdk";
import { useClient } from "./client.ts";
import { useEnvironment } from "./environment.ts";
import { usePages } from "./pages.ts";
import { useStepUp } from "./step-up.ts";

/** The applications of the environment on show. */
export function useApplications() {
  const client = useClient();
  return usePages(["applications", useEnvironment()], (cursor) => client.applications.list({ cursor }));
}

/** Up to 200 of them, for forms and names; empty until they are there. */
export function useAllApplications(): readonly Application[] {
  const client = useClient();
  const query = useQuery({
    queryKey: ["applications", useEnvironment(), "all"],
    queryFn: async () => client.applications.list({ limit: 200 }),
  });
  return query.data?.data ?? [];
}

/** One application. */
export function useApplication(id: string) {
  const client = useClient();
  return useQuery({
    queryKey: ["applications", useEnvironment(), "one", id],
    queryFn: async () => client.applications.get(id),
  });
}

/** What can be done to applications. */
export function useApplicationActions() {
  const client = useClient();
  const environment = useEnvironment();
  const queries = useQueryClient();
  const stepUp = useStepUp();
  const onSuccess = async () => {
    await queries.invalidateQueries({ queryKey: ["applications", environment] });
    await queries.invalidateQueries({ queryKey: ["keys", environment] });
  };
  return {
    create: useMutation({
      mutationFn: (body: CreateApplication) => stepUp(() => client.applications.create(body)),
      onSuccess,
    }),
    update: useMutation({
      mutationFn: ({ id, change }: { id: string; change: ChangeApplication }) =>
        stepUp(() => client.applications.update(id, change)),
      onSuccess,
    }),
    remove: useMutation({ mutationFn: (id: string) => stepUp(() => client.applications.delete(id)), onSuccess }),
  };
}
