/** What the body of a delivery holds. `Data` is what the event's `type` says it is. */
export interface WebhookEvent<Data = unknown> {
  /** The event: the same in every delivery of it, `evt_…`. */
  id: string;
  /** Such as `booking.confirmed`. */
  type: string;
  /** When it happened, ISO 8601 in UTC. */
  createdAt: string;
  environment: "test" | "live";
  apiVersion: "v1";
  /** The delivery, the same in every attempt of it, `dlv_…`; also in the header `SVC-Delivery-Id`. */
  deliveryId: string;
  data: Data;
}
