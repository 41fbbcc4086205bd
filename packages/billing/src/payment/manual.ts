import type { PaymentProvider } from "./port.ts";

/** Manual payment: an invoice stays open until the operator marks it as paid. */
export const manualProvider: PaymentProvider = { name: "manual", charge: null, openPage: null, readEvent: null };
