import { resolveOptions, type WayfareOptions } from "./client/options.ts";
import { makeSearchMethod, type SearchMethod } from "./client/search-method.ts";
import { createOpenStream, createSend } from "./client/send.ts";
import type { ScoredSearchResponse } from "./generated/types.ts";
import { AccountResource } from "./resources/account.ts";
import { Applications } from "./resources/applications.ts";
import { AuditEvents } from "./resources/audit-events.ts";
import { Billing } from "./resources/billing.ts";
import { Bookings } from "./resources/bookings.ts";
import { Deliveries } from "./resources/deliveries.ts";
import { Events, EventTypes } from "./resources/events.ts";
import { Flights } from "./resources/flights.ts";
import { Health } from "./resources/health.ts";
import { Keys } from "./resources/keys.ts";
import { Offers } from "./resources/offers.ts";
import { CustomerAccounts, OperatorPlans, SignUpInvitations } from "./resources/operator.ts";
import { Places } from "./resources/places.ts";
import { Aircraft, Airlines, Currencies, Programs } from "./resources/reference.ts";
import { Requests } from "./resources/requests.ts";
import { Suppliers } from "./resources/suppliers.ts";
import { TestClockResource } from "./resources/test-clock.ts";
import { UsageResource } from "./resources/usage.ts";
import { Watches } from "./resources/watches.ts";
import { Webhooks } from "./resources/webhooks.ts";

/**
 * Client of the Wayfare API. Every method resolves to the response body. It rejects with a `WayfareError`, or with the
 * abort reason of the `signal` option.
 */
export class Wayfare {
  /**
   * Searches flights and ranks their offers: `scoreOptions` lists every offer, best first. `search.stream` returns the flights as suppliers
   * answer. Searches with the same `idempotencyKey` are charged once within 15 minutes.
   */
  readonly search: SearchMethod<ScoredSearchResponse>;
  readonly flights: Flights;
  readonly places: Places;
  readonly programs: Programs;
  readonly airlines: Airlines;
  readonly aircraft: Aircraft;
  readonly currencies: Currencies;
  readonly offers: Offers;
  readonly bookings: Bookings;
  readonly keys: Keys;
  readonly applications: Applications;
  readonly account: AccountResource;
  readonly auditEvents: AuditEvents;
  readonly watches: Watches;
  readonly webhooks: Webhooks;
  readonly deliveries: Deliveries;
  readonly events: Events;
  readonly eventTypes: EventTypes;
  readonly usage: UsageResource;
  readonly requests: Requests;
  readonly billing: Billing;
  readonly suppliers: Suppliers;
  readonly testClock: TestClockResource;
  /** Accounts of the deployment, for operators. */
  readonly customerAccounts: CustomerAccounts;
  /** Plans of the deployment, for operators. */
  readonly operatorPlans: OperatorPlans;
  /** Invitations of customers to create accounts, for operators. */
  readonly signUpInvitations: SignUpInvitations;
  readonly health: Health;

  /**
   * Creates a client.
   *
   * @throws TypeError or RangeError if an option is invalid.
   */
  constructor(options: WayfareOptions = {}) {
    const resolved = resolveOptions(options);
    const send = createSend(resolved);
    const openStream = createOpenStream(resolved);
    this.search = makeSearchMethod("searchAndScore", send, openStream);
    this.flights = new Flights(send, openStream);
    this.places = new Places(send);
    this.programs = new Programs(send);
    this.airlines = new Airlines(send);
    this.aircraft = new Aircraft(send);
    this.currencies = new Currencies(send);
    this.offers = new Offers(send);
    this.bookings = new Bookings(send);
    this.keys = new Keys(send);
    this.applications = new Applications(send);
    this.account = new AccountResource(send);
    this.auditEvents = new AuditEvents(send);
    this.watches = new Watches(send);
    this.webhooks = new Webhooks(send);
    this.deliveries = new Deliveries(send);
    this.events = new Events(send);
    this.eventTypes = new EventTypes(send);
    this.usage = new UsageResource(send);
    this.requests = new Requests(send);
    this.billing = new Billing(send);
    this.suppliers = new Suppliers(send);
    this.testClock = new TestClockResource(send);
    this.customerAccounts = new CustomerAccounts(send);
    this.operatorPlans = new OperatorPlans(send);
    this.signUpInvitations = new SignUpInvitations(send);
    this.health = new Health(send);
  }
}
