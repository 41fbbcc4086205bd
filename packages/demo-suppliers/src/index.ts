export type { NewAirlineChange } from "./duffel/airline-changes.ts";
export type { OrderFault, RefundTerms } from "./duffel/cancellations.ts";
export {
  type DuffelDouble,
  type DuffelDoubleOptions,
  type PromisedOffers,
  startDuffelDouble,
} from "./duffel/duffel-double.ts";
export { type DuffelEvent, type DuffelEventType, type SignedEvent, signDuffelEvent } from "./duffel/events.ts";
export type { AirlineChange, Cancellation, Order, RefundTo } from "./duffel/order-format.ts";
export { type Acceptance, DuffelOrdersDouble, type OfferSource } from "./duffel/orders-double.ts";
export { type IgnavDouble, startIgnavDouble } from "./ignav/ignav-double.ts";
export { type SeatsAeroDouble, startSeatsAeroDouble } from "./seats-aero/seats-aero-double.ts";
export {
  type DoubleAnswer,
  findUnknown,
  type Misbehavior,
  membersOf,
  type ReceivedRequest,
  type Responder,
  SupplierDouble,
} from "./server/supplier-double.ts";
