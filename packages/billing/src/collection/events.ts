import type { Owner } from "@wayfare/contract";
import type { Unit } from "@wayfare/database";
import { holdBilling } from "../dunning/hold.ts";
import { findInvoice } from "../invoices/store.ts";
import type { BillingOptions } from "../options/options.ts";
import type { PaymentEvent } from "../payment/port.ts";
import { insertPaymentEvent, settleReference } from "../payment/store.ts";
import { receivePayment, recordFailure } from "./receive.ts";

/**
 * Takes in an event of the provider, once however often it is sent: money pays its invoice, and money without an invoice to pay becomes
 * credit.
 */
export async function settleEvent(unit: Unit, event: PaymentEvent, options: BillingOptions): Promise<void> {
  const { session, nowMs } = unit;
  const about = event.paid ?? event.failed;
  const { name: provider } = options.provider;
  const isNew = await insertPaymentEvent(session, { provider, event, invoiceId: about?.invoiceId ?? null, nowMs });
  if (!isNew || about === null) return;
  const owner: Owner = { accountId: about.accountId, environment: "live" };
  // The provider's metadata can name accounts and invoices of another deployment.
  if ((await findInvoice(session, owner, about.invoiceId)) === undefined) return;
  const held = await holdBilling(unit, owner, options);
  if (event.failed !== null && (await settleReference(session, owner, event.failed, nowMs))) {
    await recordFailure(held, event.failed.invoiceId, event.failed.failure);
  }
  if (event.paid !== null) await receivePayment(held, event.paid);
}
