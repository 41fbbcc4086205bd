import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { auditAccess, billingAccess, bookingsAccess, deliveriesAccess, eventsAccess } from "../data/permissions.ts";
import { readAuditFilters } from "../pages/audit/filters.ts";
import { readBillingView } from "../pages/billing/filters.ts";
import { readBookingFilters } from "../pages/bookings/filters.ts";
import { readDeliveryFilters } from "../pages/deliveries/filters.ts";
import { readEventFilters } from "../pages/events/filters.ts";
import { parseSearchParams } from "../pages/flights/search-params.ts";
import { readKeyFilters } from "../pages/keys/filters.ts";
import { readRequestFilters } from "../pages/requests/filters.ts";
import { readSettingsView } from "../pages/settings/filters.ts";
import { readUsageView } from "../pages/usage/filters.ts";
import { shell } from "./root-routes.tsx";

const overview = createRoute({
  getParentRoute: () => shell,
  path: "/",
  component: lazyRouteComponent(() => import("../pages/overview/overview-page.tsx"), "OverviewPage"),
});

const flights = createRoute({
  getParentRoute: () => shell,
  path: "/flights",
  validateSearch: parseSearchParams,
  component: lazyRouteComponent(() => import("../pages/flights/flights-page.tsx"), "FlightsPage"),
});

const keys = createRoute({
  getParentRoute: () => shell,
  path: "/keys",
  validateSearch: readKeyFilters,
  component: lazyRouteComponent(() => import("../pages/keys/keys-page.tsx"), "KeysPage"),
});

const key = createRoute({
  getParentRoute: () => shell,
  path: "/keys/$id",
  component: lazyRouteComponent(() => import("../pages/keys/key-page.tsx"), "KeyPage"),
});

const applications = createRoute({
  getParentRoute: () => shell,
  path: "/applications",
  component: lazyRouteComponent(() => import("../pages/applications/applications-page.tsx"), "ApplicationsPage"),
});

const application = createRoute({
  getParentRoute: () => shell,
  path: "/applications/$id",
  component: lazyRouteComponent(() => import("../pages/applications/application-page.tsx"), "ApplicationPage"),
});

const bookings = createRoute({
  getParentRoute: () => shell,
  path: "/bookings",
  validateSearch: readBookingFilters,
  staticData: { access: bookingsAccess },
  component: lazyRouteComponent(() => import("../pages/bookings/bookings-page.tsx"), "BookingsPage"),
});

const booking = createRoute({
  getParentRoute: () => shell,
  path: "/bookings/$id",
  staticData: { access: bookingsAccess },
  component: lazyRouteComponent(() => import("../pages/bookings/booking-page.tsx"), "BookingPage"),
});

const book = createRoute({
  getParentRoute: () => shell,
  path: "/book/$offerId",
  staticData: { access: bookingsAccess },
  component: lazyRouteComponent(() => import("../pages/bookings/book-page.tsx"), "BookPage"),
});

const suppliers = createRoute({
  getParentRoute: () => shell,
  path: "/suppliers",
  component: lazyRouteComponent(() => import("../pages/suppliers/suppliers-page.tsx"), "SuppliersPage"),
});

const webhooks = createRoute({
  getParentRoute: () => shell,
  path: "/webhooks",
  component: lazyRouteComponent(() => import("../pages/webhooks/webhooks-page.tsx"), "WebhooksPage"),
});

const webhook = createRoute({
  getParentRoute: () => shell,
  path: "/webhooks/$id",
  component: lazyRouteComponent(() => import("../pages/webhooks/webhook-page.tsx"), "WebhookPage"),
});

const deliveries = createRoute({
  getParentRoute: () => shell,
  path: "/deliveries",
  validateSearch: readDeliveryFilters,
  staticData: { access: deliveriesAccess },
  component: lazyRouteComponent(() => import("../pages/deliveries/deliveries-page.tsx"), "DeliveriesPage"),
});

const delivery = createRoute({
  getParentRoute: () => shell,
  path: "/deliveries/$id",
  staticData: { access: deliveriesAccess },
  component: lazyRouteComponent(() => import("../pages/deliveries/delivery-page.tsx"), "DeliveryPage"),
});

const events = createRoute({
  getParentRoute: () => shell,
  path: "/events",
  validateSearch: readEventFilters,
  staticData: { access: eventsAccess },
  component: lazyRouteComponent(() => import("../pages/events/events-page.tsx"), "EventsPage"),
});

const event = createRoute({
  getParentRoute: () => shell,
  path: "/events/$id",
  staticData: { access: eventsAccess },
  component: lazyRouteComponent(() => import("../pages/events/event-page.tsx"), "EventPage"),
});

const eventTypes = createRoute({
  getParentRoute: () => shell,
  path: "/event-types",
  component: lazyRouteComponent(() => import("../pages/event-types/event-types-page.tsx"), "EventTypesPage"),
});

const usage = createRoute({
  getParentRoute: () => shell,
  path: "/usage",
  validateSearch: readUsageView,
  component: lazyRouteComponent(() => import("../pages/usage/usage-page.tsx"), "UsagePage"),
});

const billing = createRoute({
  getParentRoute: () => shell,
  path: "/billing",
  validateSearch: readBillingView,
  staticData: { access: billingAccess },
  component: lazyRouteComponent(() => import("../pages/billing/billing-page.tsx"), "BillingPage"),
});

const invoice = createRoute({
  getParentRoute: () => shell,
  path: "/billing/invoices/$id",
  staticData: { access: billingAccess },
  component: lazyRouteComponent(() => import("../pages/billing/invoice-page.tsx"), "InvoicePage"),
});

const requests = createRoute({
  getParentRoute: () => shell,
  path: "/requests",
  validateSearch: readRequestFilters,
  component: lazyRouteComponent(() => import("../pages/requests/requests-page.tsx"), "RequestsPage"),
});

const request = createRoute({
  getParentRoute: () => shell,
  path: "/requests/$id",
  component: lazyRouteComponent(() => import("../pages/requests/request-page.tsx"), "RequestPage"),
});

const audit = createRoute({
  getParentRoute: () => shell,
  path: "/audit",
  validateSearch: readAuditFilters,
  staticData: { access: auditAccess },
  component: lazyRouteComponent(() => import("../pages/audit/audit-page.tsx"), "AuditPage"),
});

const settings = createRoute({
  getParentRoute: () => shell,
  path: "/settings",
  validateSearch: readSettingsView,
  component: lazyRouteComponent(() => import("../pages/settings/settings-page.tsx"), "SettingsPage"),
});

/** `/docs` is the API reference, which the service renders. */
const guide = createRoute({
  getParentRoute: () => shell,
  path: "/guide",
  component: lazyRouteComponent(() => import("../pages/docs/docs-page.tsx"), "DocsPage"),
});

/** Pages inside the shell. Each page is a separate chunk; its search parameters are parsed before the chunk loads. */
export const pageRoutes = [
  overview,
  flights,
  keys,
  key,
  applications,
  application,
  bookings,
  booking,
  book,
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
  guide,
] as const;
