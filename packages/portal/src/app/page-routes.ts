import { createRoute } from "@tanstack/react-router";
import {
  accountsAccess,
  allAuditAccess,
  allSuppliersAccess,
  auditAccess,
  billingAccess,
  bookingsAccess,
  deliveriesAccess,
  eventsAccess,
  healthAccess,
  operatorBookingsAccess,
  plansAccess,
  queuesAccess,
} from "../data/permissions.ts";
import { readSearch } from "../data/search-params.ts";
import { readAuditFilters } from "../pages/audit/filters.ts";
import { readBillingView } from "../pages/billing/filters.ts";
import { readBookingFilters } from "../pages/bookings/filters.ts";
import { readDeliveryFilters } from "../pages/deliveries/filters.ts";
import { readEventTypeFilters } from "../pages/event-types/filters.ts";
import { readEventFilters } from "../pages/events/filters.ts";
import { parseCalendarParams } from "../pages/flights/calendar-params.ts";
import { parseExploreParams } from "../pages/flights/explore-params.ts";
import { parseSearchParams } from "../pages/flights/search-params.ts";
import { readKeyFilters } from "../pages/keys/filters.ts";
import { readAccountFilters, readOperatorAuditFilters } from "../pages/operator/filters.ts";
import { readRequestFilters } from "../pages/requests/filters.ts";
import { readSettingsView } from "../pages/settings/filters.ts";
import { readUsageView } from "../pages/usage/filters.ts";
import { readWatchFilters } from "../pages/watches/filters.ts";
import { NotFound } from "./error-pages.tsx";
import { lazyPage } from "./lazy-page.tsx";
import { shell } from "./root-routes.tsx";

const overview = createRoute({
  getParentRoute: () => shell,
  path: "/",
  staticData: { clock: "real" },
  component: lazyPage(() => import("../pages/overview/overview-page.tsx"), "OverviewPage"),
});

const flights = createRoute({
  getParentRoute: () => shell,
  path: "/flights",
  validateSearch: parseSearchParams,
  component: lazyPage(() => import("../pages/flights/flights-page.tsx"), "FlightsPage"),
});

const calendar = createRoute({
  getParentRoute: () => shell,
  path: "/calendar",
  validateSearch: parseCalendarParams,
  component: lazyPage(() => import("../pages/flights/calendar-page.tsx"), "CalendarPage"),
});

const explore = createRoute({
  getParentRoute: () => shell,
  path: "/explore",
  validateSearch: parseExploreParams,
  component: lazyPage(() => import("../pages/flights/explore-page.tsx"), "ExplorePage"),
});

const keys = createRoute({
  getParentRoute: () => shell,
  path: "/keys",
  validateSearch: readKeyFilters,
  component: lazyPage(() => import("../pages/keys/keys-page.tsx"), "KeysPage"),
});

const key = createRoute({
  getParentRoute: () => shell,
  path: "/keys/$id",
  component: lazyPage(() => import("../pages/keys/key-page.tsx"), "KeyPage"),
});

const applications = createRoute({
  getParentRoute: () => shell,
  path: "/applications",
  validateSearch: readSearch,
  component: lazyPage(() => import("../pages/applications/applications-page.tsx"), "ApplicationsPage"),
});

const application = createRoute({
  getParentRoute: () => shell,
  path: "/applications/$id",
  component: lazyPage(() => import("../pages/applications/application-page.tsx"), "ApplicationPage"),
});

const bookings = createRoute({
  getParentRoute: () => shell,
  path: "/bookings",
  validateSearch: readBookingFilters,
  staticData: { access: bookingsAccess },
  component: lazyPage(() => import("../pages/bookings/bookings-page.tsx"), "BookingsPage"),
});

const booking = createRoute({
  getParentRoute: () => shell,
  path: "/bookings/$id",
  staticData: { access: bookingsAccess },
  component: lazyPage(() => import("../pages/bookings/booking-page.tsx"), "BookingPage"),
});

const book = createRoute({
  getParentRoute: () => shell,
  path: "/book/$offerId",
  staticData: { access: bookingsAccess },
  component: lazyPage(() => import("../pages/bookings/book-page.tsx"), "BookPage"),
});

const watches = createRoute({
  getParentRoute: () => shell,
  path: "/watches",
  validateSearch: readWatchFilters,
  component: lazyPage(() => import("../pages/watches/watches-page.tsx"), "WatchesPage"),
});

const watch = createRoute({
  getParentRoute: () => shell,
  path: "/watches/$id",
  component: lazyPage(() => import("../pages/watches/watch-page.tsx"), "WatchPage"),
});

const suppliers = createRoute({
  getParentRoute: () => shell,
  path: "/suppliers",
  staticData: { clock: "real" },
  component: lazyPage(() => import("../pages/suppliers/suppliers-page.tsx"), "SuppliersPage"),
});

const webhooks = createRoute({
  getParentRoute: () => shell,
  path: "/webhooks",
  validateSearch: readSearch,
  component: lazyPage(() => import("../pages/webhooks/webhooks-page.tsx"), "WebhooksPage"),
});

const webhook = createRoute({
  getParentRoute: () => shell,
  path: "/webhooks/$id",
  component: lazyPage(() => import("../pages/webhooks/webhook-page.tsx"), "WebhookPage"),
});

const deliveries = createRoute({
  getParentRoute: () => shell,
  path: "/deliveries",
  validateSearch: readDeliveryFilters,
  staticData: { access: deliveriesAccess },
  component: lazyPage(() => import("../pages/deliveries/deliveries-page.tsx"), "DeliveriesPage"),
});

const delivery = createRoute({
  getParentRoute: () => shell,
  path: "/deliveries/$id",
  staticData: { access: deliveriesAccess },
  component: lazyPage(() => import("../pages/deliveries/delivery-page.tsx"), "DeliveryPage"),
});

const events = createRoute({
  getParentRoute: () => shell,
  path: "/events",
  validateSearch: readEventFilters,
  staticData: { access: eventsAccess },
  component: lazyPage(() => import("../pages/events/events-page.tsx"), "EventsPage"),
});

const event = createRoute({
  getParentRoute: () => shell,
  path: "/events/$id",
  staticData: { access: eventsAccess },
  component: lazyPage(() => import("../pages/events/event-page.tsx"), "EventPage"),
});

const eventTypes = createRoute({
  getParentRoute: () => shell,
  path: "/event-types",
  validateSearch: readEventTypeFilters,
  component: lazyPage(() => import("../pages/event-types/event-types-page.tsx"), "EventTypesPage"),
});

const usage = createRoute({
  getParentRoute: () => shell,
  path: "/usage",
  validateSearch: readUsageView,
  component: lazyPage(() => import("../pages/usage/usage-page.tsx"), "UsagePage"),
});

const billing = createRoute({
  getParentRoute: () => shell,
  path: "/billing",
  validateSearch: readBillingView,
  staticData: { access: billingAccess },
  component: lazyPage(() => import("../pages/billing/billing-page.tsx"), "BillingPage"),
});

const invoice = createRoute({
  getParentRoute: () => shell,
  path: "/billing/invoices/$id",
  staticData: { access: billingAccess },
  component: lazyPage(() => import("../pages/billing/invoice-page.tsx"), "InvoicePage"),
});

const requests = createRoute({
  getParentRoute: () => shell,
  path: "/requests",
  validateSearch: readRequestFilters,
  staticData: { clock: "real" },
  component: lazyPage(() => import("../pages/requests/requests-page.tsx"), "RequestsPage"),
});

const request = createRoute({
  getParentRoute: () => shell,
  path: "/requests/$id",
  staticData: { clock: "real" },
  component: lazyPage(() => import("../pages/requests/request-page.tsx"), "RequestPage"),
});

const audit = createRoute({
  getParentRoute: () => shell,
  path: "/audit",
  validateSearch: readAuditFilters,
  staticData: { access: auditAccess, clock: "real" },
  component: lazyPage(() => import("../pages/audit/audit-page.tsx"), "AuditPage"),
});

const settings = createRoute({
  getParentRoute: () => shell,
  path: "/settings",
  validateSearch: readSettingsView,
  staticData: { clock: "real" },
  component: lazyPage(() => import("../pages/settings/settings-page.tsx"), "SettingsPage"),
});

const accounts = createRoute({
  getParentRoute: () => shell,
  path: "/accounts",
  validateSearch: readAccountFilters,
  staticData: { access: accountsAccess, clock: "real" },
  component: lazyPage(() => import("../pages/operator/accounts-page.tsx"), "AccountsPage"),
});

const account = createRoute({
  getParentRoute: () => shell,
  path: "/accounts/$id",
  staticData: { access: accountsAccess, clock: "real" },
  component: lazyPage(() => import("../pages/operator/account-page.tsx"), "AccountPage"),
});

const plans = createRoute({
  getParentRoute: () => shell,
  path: "/plans",
  staticData: { access: plansAccess, clock: "real" },
  component: lazyPage(() => import("../pages/operator/plans-page.tsx"), "PlansPage"),
});

const plan = createRoute({
  getParentRoute: () => shell,
  path: "/plans/$name",
  staticData: { access: plansAccess, clock: "real" },
  component: lazyPage(() => import("../pages/operator/plan-page.tsx"), "PlanPage"),
});

const operatorAudit = createRoute({
  getParentRoute: () => shell,
  path: "/operator/audit",
  validateSearch: readOperatorAuditFilters,
  staticData: { access: allAuditAccess, clock: "real" },
  component: lazyPage(() => import("../pages/operator/all-audit-page.tsx"), "OperatorAuditPage"),
});

const operatorBookings = createRoute({
  getParentRoute: () => shell,
  path: "/operator/bookings",
  staticData: { access: operatorBookingsAccess, clock: "real" },
  component: lazyPage(() => import("../pages/operator/order-reports-page.tsx"), "OrderReportsPage"),
});

const queues = createRoute({
  getParentRoute: () => shell,
  path: "/operator/queues",
  staticData: { access: queuesAccess, clock: "real" },
  component: lazyPage(() => import("../pages/operator/queues-page.tsx"), "QueuesPage"),
});

const operatorSuppliers = createRoute({
  getParentRoute: () => shell,
  path: "/operator/suppliers",
  staticData: { access: allSuppliersAccess, clock: "real" },
  component: lazyPage(() => import("../pages/operator/all-suppliers-page.tsx"), "OperatorSuppliersPage"),
});

const health = createRoute({
  getParentRoute: () => shell,
  path: "/operator/health",
  staticData: { access: healthAccess, clock: "real" },
  component: lazyPage(() => import("../pages/operator/health-page.tsx"), "HealthPage"),
});

/** `/docs` is the API reference, which the service renders. */
const guide = createRoute({
  getParentRoute: () => shell,
  path: "/guide",
  component: lazyPage(() => import("../pages/docs/docs-page.tsx"), "DocsPage"),
});

const unknown = createRoute({ getParentRoute: () => shell, path: "$", component: NotFound });

/** Pages inside the shell. Each page is a separate chunk; its search parameters are parsed before the chunk loads. */
export const pageRoutes = [
  overview,
  flights,
  calendar,
  explore,
  keys,
  key,
  applications,
  application,
  bookings,
  booking,
  book,
  watches,
  watch,
  suppliers,
  webhooks,
  webhook,
  deliveries,
  delivery,
  events,
  event,
  eventTypes,
  usage,
  billing,
  invoice,
  requests,
  request,
  audit,
  settings,
  accounts,
  account,
  plans,
  plan,
  operatorAudit,
  operatorBookings,
  queues,
  operatorSuppliers,
  health,
  guide,
  unknown,
] as const;
