import { DomainError, type Partition } from "@wayfare/contract";
import type {
  AccessBySupplier,
  CancellationQuote,
  CreatedOrder,
  NewOrder,
  OrderContext,
  OrderLookup,
  OrderPage,
  SupplierOrder,
  SupplierOrders,
  SupplierRegistry,
} from "@wayfare/suppliers";

/** A call of one method of `SupplierOrders`. */
export type OrderCall =
  | { method: "create"; order: NewOrder }
  | { method: "find"; bookingId: string; after: string | null }
  | { method: "list"; after: string | null }
  | { method: "get"; orderId: string }
  | { method: "quoteCancellation"; orderId: string }
  | { method: "confirmCancellation"; quoteId: string }
  | { method: "getCancellation"; quoteId: string }
  | { method: "acceptChange"; changeId: string };

/** Result of a call of `SupplierOrders`. */
export type OrderAnswer =
  | { method: "create"; result: CreatedOrder }
  | { method: "find"; result: OrderLookup }
  | { method: "list"; result: OrderPage }
  | { method: "get"; result: SupplierOrder }
  | { method: "quoteCancellation"; result: CancellationQuote }
  | { method: "confirmCancellation"; result: CancellationQuote }
  | { method: "getCancellation"; result: CancellationQuote }
  | { method: "acceptChange"; result: void };

/** A call for orders of an account at a supplier. */
export interface OrderJob {
  supplier: string;
  environment: Partition;
  accountId: string;
  deadlineMs: number;
  call: OrderCall;
}

/**
 * Calls a supplier's orders. They need no admission: they are few, and their responses are small.
 *
 * @throws DomainError SUPPLY_UNAVAILABLE if the supplier has no orders or the account no access, and errors of `SupplierOrders`
 */
export async function callSupplierOrders(
  { suppliers }: { suppliers: SupplierRegistry },
  { supplier: name, environment, accountId, deadlineMs, call }: OrderJob,
  { access: accessOf }: { access?: AccessBySupplier },
): Promise<OrderAnswer> {
  const orders = suppliers.list(environment).find(({ supplier }) => supplier.name === name)?.supplier.orders;
  const access = accessOf?.get(name);
  if (orders === undefined || access === undefined) {
    throw new DomainError("SUPPLY_UNAVAILABLE", { detail: `The account has no access to orders of ${name}.` });
  }
  return callOrders(orders, call, { access, accountId, deadlineMs });
}

async function callOrders(orders: SupplierOrders, call: OrderCall, context: OrderContext): Promise<OrderAnswer> {
  const { method } = call;
  switch (method) {
    case "create":
      return { method, result: await orders.create(call.order, context) };
    case "find":
      return { method, result: await orders.find(call, context) };
    case "list":
      return { method, result: await orders.list(call.after, context) };
    case "get":
      return { method, result: await orders.get(call.orderId, context) };
    case "quoteCancellation":
      return { method, result: await orders.quoteCancellation(call.orderId, context) };
    case "confirmCancellation":
      return { method, result: await orders.confirmCancellation(call.quoteId, context) };
    case "getCancellation":
      return { method, result: await orders.getCancellation(call.quoteId, context) };
    default:
      return { method, result: await orders.acceptChange(call.changeId, context) };
  }
}
