import type { App } from "../http/app-type.ts";
import type { BillingParts } from "./billing-parts.ts";
import { registerCouponRoutes } from "./coupons/routes.ts";
import { registerInvoiceRoutes } from "./invoices/routes.ts";
import { registerCreditRoutes } from "./ledger/routes.ts";
import { registerSpend } from "./spend.ts";
import { registerSubscriptionRoutes } from "./subscriptions/routes.ts";

export function registerBillingRoutes(app: App, parts: BillingParts): void {
  registerSubscriptionRoutes(app, parts);
  registerSpend(app, parts);
  registerInvoiceRoutes(app, parts);
  registerCreditRoutes(app, parts);
  registerCouponRoutes(app, parts);
}
