import type { CredentialOwner, Partition } from "@wayfare/contract";
import type { OrderAnswer, OrderCall, SearchRunner } from "@wayfare/search";
import type { AccessBySupplier, SupplierOrders } from "@wayfare/suppliers";
import type { SupplierAccessSource } from "../search/supplier-access.ts";

/** Orders of one account at one supplier. */
export type AccountOrders = {
  [Method in keyof SupplierOrders]: (
    input: Parameters<SupplierOrders[Method]>[0],
  ) => ReturnType<SupplierOrders[Method]>;
} & {
  /** Owner of the credential. */
  credentialOwner: CredentialOwner;
};

/** Results of the calls by method. */
type OrderResults = { [Answer in OrderAnswer as Answer["method"]]: Answer["result"] };

/** An account at a supplier. */
interface OrderAccount {
  supplier: string;
  accountId: string;
  environment: Partition;
  /** Owner of the credential that placed the order; null if no order was placed yet, for the credential that searches use now. */
  credentialOwner: CredentialOwner | null;
}

/** Finds the orders of an account at a supplier; null if the account has no access to it, or to the order, now. */
export type FindOrders = (account: OrderAccount) => Promise<AccountOrders | null>;

interface SupplierOrdersDeps {
  runner: Pick<SearchRunner, "order">;
  supplierAccess: Pick<SupplierAccessSource, "accessFor" | "deploymentAccess" | "isDeploymentCredential">;
  /** Time limit of each call. */
  deadlineMs: number;
  /** Time limit of the request for an order. */
  createDeadlineMs?: number;
}

/** Creates the source of orders, whose calls run in search threads with the credentials of the account. */
export function makeFindOrders({
  runner,
  supplierAccess,
  deadlineMs,
  createDeadlineMs = deadlineMs,
}: SupplierOrdersDeps): FindOrders {
  return async ({ supplier, accountId, environment, credentialOwner }) => {
    const own = await supplierAccess.accessFor(accountId, environment);
    const ownerOf = (access: AccessBySupplier): CredentialOwner => {
      const id = access.get(supplier)?.credential.id ?? "";
      return supplierAccess.isDeploymentCredential?.(id) === true ? "deployment" : "account";
    };
    const isOther = credentialOwner !== null && own.has(supplier) && ownerOf(own) !== credentialOwner;
    const needsDeployment = credentialOwner === "deployment" && (isOther || !own.has(supplier));
    const access = needsDeployment ? (supplierAccess.deploymentAccess?.(environment) ?? own) : own;
    // An order cannot be read with another credential: it would seem to be missing.
    if (!access.has(supplier) || (credentialOwner !== null && ownerOf(access) !== credentialOwner)) return null;
    async function call<Method extends keyof OrderResults>(order: OrderCall & { method: Method }) {
      const limitMs = order.method === "create" ? createDeadlineMs : deadlineMs;
      const job = { supplier, environment, accountId, deadlineMs: limitMs, call: order };
      const { result } = await runner.order(job, { access });
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the runner answers the method that was called
      return result as OrderResults[Method];
    }
    return {
      credentialOwner: ownerOf(access),
      create: (order) => call({ method: "create", order }),
      find: (lookup) => call({ method: "find", ...lookup }),
      list: (after) => call({ method: "list", after }),
      get: (orderId) => call({ method: "get", orderId }),
      quoteCancellation: (orderId) => call({ method: "quoteCancellation", orderId }),
      confirmCancellation: (quoteId) => call({ method: "confirmCancellation", quoteId }),
      getCancellation: (quoteId) => call({ method: "getCancellation", quoteId }),
      acceptChange: (changeId) => call({ method: "acceptChange", changeId }),
    };
  };
}
