import type { Application, ChangeApplication, CreateApplication } from "@wayfare/sdk";
import { useAction } from "./action.ts";
import { usePages } from "./pages.ts";
import { useRead } from "./read.ts";

/** Lists the applications of the current environment whose name, description or id contains a text. */
export function useApplications(filters: { search?: string }) {
  return usePages(["applications", filters], (client, cursor) => client.applications.list({ ...filters, cursor }));
}

/** Returns up to 200 applications for forms and names; empty while loading. */
export function useAllApplications(enabled = true): readonly Application[] {
  return (
    useRead(["applications", "all"], (client) => client.applications.list({ limit: 200 }), { enabled }).data?.data ?? []
  );
}

/** Reads an application. */
export function useApplication(id: string) {
  return useRead(["applications", "one", id], (client) => client.applications.get(id));
}

const stale = ["applications", "keys"];

/** Mutations of applications. */
export function useApplicationActions() {
  return {
    create: useAction(stale, (client, application: CreateApplication) => client.applications.create(application)),
    update: useAction(stale, (client, { id, change }: { id: string; change: ChangeApplication }) =>
      client.applications.update(id, change),
    ),
    remove: useAction(stale, (client, id: string) => client.applications.delete(id)),
  };
}
