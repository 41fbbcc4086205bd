/** Event in the body of a webhook delivery. `type` determines the type of `data`. */
export interface WebhookEvent<Data = unknown> {
  /** Event id (`evt_…`), the same in every delivery of the event. */
  id: string;
  /** Event type, such as `booking.confirmed`. */
  type: string;
  /** Time of the event, ISO 8601 in UTC. */
  createdAt: string;
  environment: "test" | "live";
  apiVersion: "v1";
  /** Delivery id (`dlv_…`), the same in every attempt; also in the `SVC-Delivery-Id` header. Use it to ignore duplicates. */
  deliveryId: string;
  data: Data;
}
