export { type DemoOptions, type DemoSuppliers, demoCredentials, startDemoSuppliers } from "./demo/demo-suppliers.ts";
export { demoTriggers } from "./demo/triggers.ts";
export type { NewAirlineChange } from "./duffel/airline-changes.ts";
export type { OrderFault, RefundTerms } from "./duffel/cancellations.ts";
export { type DuffelDouble, type DuffelDoubleOptions, startDuffelDouble } from "./duffel/duffel-double.ts";
export { type DuffelEvent, type DuffelEventType, type SignedEvent, signDuffelEvent } from "./duffel/events.ts";
export { repeatOffer } from "./duffel/many-offers.ts";
export type { OfferGenerator, PromisedOffers, WireOffer } from "./duffel/offers.ts";
export type { AirlineChange, Cancellation, Order, RefundTo } from "./duffel/order-format.ts";
export { type Acceptance, DuffelOrdersDouble, type OfferSource } from "./duffel/orders-double.ts";
export type { DuffelSearch, SearchedPassenger, SearchedSlice } from "./duffel/search-requests.ts";
export { type IgnavDouble, type IgnavSearch, startIgnavDouble } from "./ignav/ignav-double.ts";
export { type SeatsAeroDouble, type SeatsAeroSearch, startSeatsAeroDouble } from "./seats-aero/seats-aero-double.ts";
export {
  type DoubleAnswer,
  findUnknown,
  type Misbehavior,
  membersOf,
  type ReceivedRequest,
  type Responder,
  SupplierDouble,
} from "./server/supplier-double.ts";
