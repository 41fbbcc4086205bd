import type { App } from "../http/app-type.ts";
import type { BillingParts } from "./billing-parts.ts";
import { registerCouponRoutes } from "./coupon-routes.ts";
import { registerCreditRoutes } from "./credit-routes.ts";
import { registerInvoiceRoutes } from "./invoice-routes.ts";
import { registerSpendRoutes } from "./spend-routes.ts";
import { registerSubscriptionRoutes } from "./subscription-routes.ts";

export function registerBillingRoutes(app: App, parts: BillingParts): void {
  registerSubscriptionRoutes(app, parts);
  registerSpendRoutes(app, parts);
  registerInvoiceRoutes(app, parts);
  registerCreditRoutes(app, parts);
  registerCouponRoutes(app, parts);
}
