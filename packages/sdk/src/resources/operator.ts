import type { QueryOf } from "../client/operations.ts";
import type { CreateOptions, RequestOptions } from "../client/options.ts";
import { Pages } from "../client/pages.ts";
import { Resource } from "../client/resource.ts";
import type {
  ChangeCustomerAccount,
  ChangePlan,
  CloseAccount,
  CreateCreditNote,
  CreateCustomerAccount,
  CreatePlan,
  CustomerAccount,
  CustomerBilling,
  DeletedSignUpInvitation,
  DeploymentHealth,
  EraseAccount,
  Erasure,
  Invoice,
  NewCustomerAccount,
  NewSignUpInvitation,
  OperatorAuditEvent,
  OperatorBooking,
  OperatorPlan,
  OperatorPlanDetail,
  OperatorSupplier,
  PasswordReset,
  PlanName,
  PlanPreview,
  Queues,
  SettleBooking,
  SignUpInvitation,
} from "../generated/types.ts";

/** Accounts of the deployment, for operators: a service key of the operators' account with `accounts.read` or `accounts.write`. */
export class CustomerAccounts extends Resource {
  /** Creates an account, an invitation of its owner and, if requested, its first keys. */
  create(account: CreateCustomerAccount, options?: CreateOptions): Promise<NewCustomerAccount> {
    return this.send("createCustomerAccount", { body: account }, options);
  }

  /** Lists accounts, newest first. */
  list(query?: QueryOf<"listCustomerAccounts">, options?: RequestOptions): Pages<CustomerAccount> {
    return new Pages((next) => this.send("listCustomerAccounts", { query: { ...query, ...next } }, options));
  }

  /** Retrieves an account. */
  get(id: string, options?: RequestOptions): Promise<CustomerAccount> {
    return this.send("getCustomerAccount", { path: { id } }, options);
  }

  /** Changes the name of an account. */
  update(id: string, changes: ChangeCustomerAccount, options?: RequestOptions): Promise<CustomerAccount> {
    return this.send("changeCustomerAccount", { path: { id }, body: changes }, options);
  }

  /** Suspends an account: its keys and sessions are refused, and its webhook deliveries wait. */
  suspend(id: string, reason: string, options?: RequestOptions): Promise<CustomerAccount> {
    return this.send("suspendCustomerAccount", { path: { id }, body: { reason } }, options);
  }

  /** Ends a suspension, or withdraws a closure. */
  resume(id: string, options?: RequestOptions): Promise<CustomerAccount> {
    return this.send("resumeCustomerAccount", { path: { id } }, options);
  }

  /** Closes an account after a grace period, 30 days by default. */
  close(id: string, closing: CloseAccount = {}, options?: RequestOptions): Promise<CustomerAccount> {
    return this.send("closeCustomerAccount", { path: { id }, body: closing }, options);
  }

  /** Changes the plan of an account. */
  setPlan(id: string, plan: PlanName, options?: RequestOptions): Promise<CustomerAccount> {
    return this.send("setCustomerAccountPlan", { path: { id }, body: { plan } }, options);
  }

  /** Returns every row of an account as lines of JSON. Send the request with `fetch` to read a large account as a stream. */
  export(id: string, options?: RequestOptions): Promise<Uint8Array> {
    return this.send("exportCustomerAccount", { path: { id } }, options);
  }

  /** Erases the personal data of a closed account, or closes and erases the one with the name `confirmName`. This cannot be undone. */
  erase(id: string, confirmation: EraseAccount = {}, options?: RequestOptions): Promise<Erasure> {
    return this.send("eraseCustomerAccount", { path: { id }, body: confirmation }, options);
  }

  /** Retrieves the erasure of an account. */
  getErasure(id: string, options?: RequestOptions): Promise<Erasure> {
    return this.send("getCustomerAccountErasure", { path: { id } }, options);
  }

  /** Removes a user of an account and erases the user's personal data. This cannot be undone. */
  eraseUser(id: string, userId: string, options?: RequestOptions): Promise<Erasure> {
    return this.send("eraseCustomerUser", { path: { id, userId } }, options);
  }

  /** Creates a link with which a user chooses a new password, and mails it if the service sends mails. */
  resetPassword(email: string, options?: RequestOptions): Promise<PasswordReset> {
    return this.send("createPasswordReset", { body: { email } }, options);
  }

  /** Retrieves plan, limits, subscription, searches, cost and credit of an account. */
  billing(id: string, options?: RequestOptions): Promise<CustomerBilling> {
    return this.send("getCustomerBilling", { path: { id } }, options);
  }

  /** Lists the live invoices of an account, newest first. */
  listInvoices(id: string, query?: QueryOf<"listCustomerInvoices">, options?: RequestOptions): Pages<Invoice> {
    return new Pages((next) =>
      this.send("listCustomerInvoices", { path: { id }, query: { ...query, ...next } }, options),
    );
  }

  /** Downloads an invoice of an account as PDF. */
  getInvoicePdf(id: string, invoiceId: string, options?: RequestOptions): Promise<Uint8Array> {
    return this.send("getCustomerInvoicePdf", { path: { id, invoiceId } }, options);
  }

  /** Marks an open invoice of an account as paid by other means. */
  payInvoice(id: string, invoiceId: string, options?: RequestOptions): Promise<Invoice> {
    return this.send("payCustomerInvoice", { path: { id, invoiceId } }, options);
  }

  /** Voids an open invoice of an account. */
  voidInvoice(id: string, invoiceId: string, options?: RequestOptions): Promise<Invoice> {
    return this.send("voidCustomerInvoice", { path: { id, invoiceId } }, options);
  }

  /** Issues a credit note for a part of an invoice of an account. */
  creditInvoice(id: string, invoiceId: string, note: CreateCreditNote, options?: CreateOptions): Promise<Invoice> {
    return this.send("creditCustomerInvoice", { path: { id, invoiceId }, body: note }, options);
  }
}

/** Invitations of customers to create accounts, for operators: a service key with `accounts.read` or `accounts.write`. */
export class SignUpInvitations extends Resource {
  /** Creates a link with which a customer creates an account. Older links of the address stop working. */
  create(email: string, options?: CreateOptions): Promise<NewSignUpInvitation> {
    return this.send("createSignUpInvitation", { body: { email } }, options);
  }

  /** Lists open invitations, newest first, without their links. */
  list(query?: QueryOf<"listSignUpInvitations">, options?: RequestOptions): Pages<SignUpInvitation> {
    return new Pages((next) => this.send("listSignUpInvitations", { query: { ...query, ...next } }, options));
  }

  /** Withdraws an open invitation. */
  delete(id: string, options?: RequestOptions): Promise<DeletedSignUpInvitation> {
    return this.send("deleteSignUpInvitation", { path: { id } }, options);
  }
}

/** Plans of the deployment, for operators: a service key of the operators' account with `accounts.read` or `accounts.write`. */
export class OperatorPlans extends Resource {
  /** Creates a plan, or the next version of the plan with this name. Existing subscriptions keep their version. */
  create(plan: CreatePlan, options?: CreateOptions): Promise<OperatorPlan> {
    return this.send("createPlan", { body: plan }, options);
  }

  /** Compares a version with the current one, and counts the accounts that would be affected. */
  preview(plan: CreatePlan, options?: RequestOptions): Promise<PlanPreview> {
    return this.send("previewPlan", { body: plan }, options);
  }

  /** Lists plans by name, with hidden and retired ones. */
  list(query?: QueryOf<"listOperatorPlans">, options?: RequestOptions): Pages<OperatorPlan> {
    return new Pages((next) => this.send("listOperatorPlans", { query: { ...query, ...next } }, options));
  }

  /** Retrieves a plan with its versions. */
  get(name: string, options?: RequestOptions): Promise<OperatorPlanDetail> {
    return this.send("getOperatorPlan", { path: { name } }, options);
  }

  /** Shows, hides, retires or sells a plan again. */
  update(name: string, changes: ChangePlan, options?: RequestOptions): Promise<OperatorPlan> {
    return this.send("changePlan", { path: { name }, body: changes }, options);
  }
}

/** State of the deployment, for operators: a service key of the operators' account with `accounts.read` or `accounts.write`. */
export class Deployment extends Resource {
  /** Lists the audit events of all accounts, newest first. */
  listAuditEvents(query?: QueryOf<"listOperatorAuditEvents">, options?: RequestOptions): Pages<OperatorAuditEvent> {
    return new Pages((next) => this.send("listOperatorAuditEvents", { query: { ...query, ...next } }, options));
  }

  /** Lists the bookings whose order at a supplier needs an operator, newest booking first. */
  listBookings(query?: QueryOf<"listOperatorBookings">, options?: RequestOptions): Pages<OperatorBooking> {
    return new Pages((next) => this.send("listOperatorBookings", { query: { ...query, ...next } }, options));
  }

  /** Settles a booking as you found it at the supplier. */
  settleBooking(id: string, settlement: SettleBooking, options?: RequestOptions): Promise<OperatorBooking> {
    return this.send("settleBooking", { path: { id }, body: settlement }, options);
  }

  /** Retrieves the queues: items, retries, failures and age of the oldest item. */
  queues(options?: RequestOptions): Promise<Queues> {
    return this.send("getQueues", {}, options);
  }

  /** Lists the live suppliers with budget and results over all accounts, on one page. */
  listSuppliers(options?: RequestOptions): Promise<{ data: OperatorSupplier[]; nextCursor: null }> {
    return this.send("listOperatorSuppliers", {}, options);
  }

  /** Retrieves the health of the process that answers and of the database. */
  health(options?: RequestOptions): Promise<DeploymentHealth> {
    return this.send("getDeploymentHealth", {}, options);
  }
}
