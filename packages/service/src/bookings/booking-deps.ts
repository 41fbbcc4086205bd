import type { SecretBox } from "@wayfare/webhooks";
import type { ResourceDeps } from "../storage/resource-deps.ts";
import type { BookingQueueOptions } from "./booking-queue.ts";
import type { OrderSettler } from "./order-settler.ts";
import type { OrderingSuppliers } from "./quote.ts";
import type { FindOrders } from "./supplier-orders.ts";

export interface BookingDeps extends ResourceDeps {
  /** Seals travelers' data of bookings at suppliers. */
  box: SecretBox;
  findOrders: FindOrders;
  settler: Pick<OrderSettler, "settle">;
  orderingSuppliers: OrderingSuppliers;
  queueOptions?: Partial<BookingQueueOptions> | undefined;
  /** Time for which a booking or a cancellation at a supplier is awaited before it is answered as pending. */
  orderWaitMs: number;
}
