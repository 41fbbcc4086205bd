import type { Partition } from "@wayfare/contract";
import type { OrderAnswer, OrderCall, SearchRunner } from "@wayfare/search";
import type { SupplierOrders } from "@wayfare/suppliers";
import type { SupplierAccessSource } from "../search/supplier-access.ts";

/** Orders of one account at one supplier. */
export type AccountOrders = {
  [Method in keyof SupplierOrders]: (
    input: Parameters<SupplierOrders[Method]>[0],
  ) => ReturnType<SupplierOrders[Method]>;
};

/** Results of the calls by method. */
type OrderResults = { [Answer in OrderAnswer as Answer["method"]]: Answer["result"] };

/** An account at a supplier. */
interface OrderAccount {
  supplier: string;
  accountId: string;
  environment: Partition;
}

/** Finds the orders of an account at a supplier; null if the account has no access to it now. */
export type FindOrders = (account: OrderAccount) => Promise<AccountOrders | null>;

interface SupplierOrdersDeps {
  runner: Pick<SearchRunner, "order">;
  supplierAccess: Pick<SupplierAccessSource, "accessFor">;
  /** Time limit of each call. */
  deadlineMs: number;
}

/** Creates the source of orders, whose calls run in search threads with the credentials of the account. */
export function makeFindOrders({ runner, supplierAccess, deadlineMs }: SupplierOrdersDeps): FindOrders {
  return async ({ supplier, accountId, environment }) => {
    const access = await supplierAccess.accessFor(accountId, environment);
    if (!access.has(supplier)) return null;
    async function call<Method extends keyof OrderResults>(order: OrderCall & { method: Method }) {
      const job = { supplier, environment, accountId, deadlineMs, call: order };
      const { result } = await runner.order(job, { access });
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the runner answers the method that was called
      return result as OrderResults[Method];
    }
    return {
      create: (order) => call({ method: "create", order }),
      find: (lookup) => call({ method: "find", ...lookup }),
      get: (orderId) => call({ method: "get", orderId }),
      quoteCancellation: (orderId) => call({ method: "quoteCancellation", orderId }),
      confirmCancellation: (quoteId) => call({ method: "confirmCancellation", quoteId }),
    };
  };
}
