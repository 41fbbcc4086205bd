import type { AccountScope } from "@wayfare/contract";
import type { UnitOfWork } from "@wayfare/database";
import { lockBilling } from "../dunning/lock-billing.ts";
import { findInvoice } from "../invoices/store.ts";
import type { BillingOptions } from "../options/options.ts";
import type { PaymentEvent } from "../payment/port.ts";
import { insertPaymentEvent, settleReference } from "../payment/store.ts";
import { receivePayment, recordPaymentFailure } from "./receive-payment.ts";

/** Handles an event of the provider; ignores duplicates. A payment pays its invoice, or becomes credit if it does not match. */
export async function handlePaymentEvent(
  unit: UnitOfWork,
  event: PaymentEvent,
  options: BillingOptions,
): Promise<void> {
  const { tx, nowMs } = unit;
  const about = event.paid ?? event.failed;
  const { name: provider } = options.provider;
  const isNew = await insertPaymentEvent(tx, { provider, event, invoiceId: about?.invoiceId ?? null, nowMs });
  if (!isNew || about === null) return;
  const scope: AccountScope = { accountId: about.accountId, environment: "live" };
  // The provider's metadata can name accounts and invoices of another deployment.
  if ((await findInvoice(tx, scope, about.invoiceId)) === undefined) return;
  const billing = await lockBilling(unit, scope, options);
  if (event.failed !== null && (await settleReference(tx, scope, event.failed, nowMs))) {
    await recordPaymentFailure(billing, event.failed.invoiceId, event.failed.failure);
  }
  if (event.paid !== null) await receivePayment(billing, event.paid);
}
