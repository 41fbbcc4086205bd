export { addDeliveries, deliveriesChannel, type NewEvent, recordEvent } from "./events.ts";
