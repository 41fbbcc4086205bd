import type { App } from "../http/app-type.ts";
import type { BillingDeps } from "./billing-deps.ts";
import { registerCouponRoutes } from "./coupon-routes.ts";
import { registerCreditRoutes } from "./credit-routes.ts";
import { registerDetailsRoutes } from "./details-routes.ts";
import { registerInvoiceRoutes } from "./invoice-routes.ts";
import { registerSpendRoutes } from "./spend-routes.ts";
import { registerSubscriptionRoutes } from "./subscription-routes.ts";

export function registerBillingRoutes(app: App, deps: BillingDeps): void {
  registerSubscriptionRoutes(app, deps);
  registerSpendRoutes(app, deps);
  registerInvoiceRoutes(app, deps);
  registerCreditRoutes(app, deps);
  registerDetailsRoutes(app, deps);
  registerCouponRoutes(app, deps);
}
