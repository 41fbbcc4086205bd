import type { ChangeSupplier } from "@wayfare/sdk";
import { useAction } from "./action.ts";
import { useRead } from "./read.ts";

/** Lists the live suppliers of the current environment. */
export function useSuppliers() {
  return useRead(["suppliers"], (client) => client.suppliers.list());
}

const stale = ["suppliers"];

/** Mutations of suppliers. */
export function useSupplierActions() {
  return {
    update: useAction(stale, (client, { name, change }: { name: string; change: ChangeSupplier }) =>
      client.suppliers.update(name, change),
    ),
    check: useAction(stale, (client, name: string) => client.suppliers.check(name)),
    disconnect: useAction(stale, (client, name: string) => client.suppliers.disconnect(name)),
  };
}
