import {
  AppWindow,
  Bell,
  BookOpen,
  Building2,
  Cable,
  CalendarDays,
  ChartLine,
  ClipboardList,
  Compass,
  Gauge,
  HeartPulse,
  KeyRound,
  Layers,
  Library,
  ListTree,
  type LucideIcon,
  PlaneTakeoff,
  Plug,
  Radio,
  Receipt,
  ScrollText,
  Send,
  Settings,
  Tags,
  Ticket,
  TicketCheck,
  Webhook,
} from "lucide-react";
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
  type PageAccess,
  plansAccess,
  queuesAccess,
} from "../data/permissions.ts";

interface Destination {
  to:
    | "/"
    | "/flights"
    | "/explore"
    | "/calendar"
    | "/watches"
    | "/bookings"
    | "/keys"
    | "/applications"
    | "/suppliers"
    | "/webhooks"
    | "/deliveries"
    | "/events"
    | "/event-types"
    | "/usage"
    | "/billing"
    | "/requests"
    | "/audit"
    | "/settings"
    | "/accounts"
    | "/plans"
    | "/operator/audit"
    | "/operator/bookings"
    | "/operator/queues"
    | "/operator/suppliers"
    | "/operator/health"
    | "/guide";
  label: string;
  icon: LucideIcon;
  /** Set if not all roles can open the page. */
  access?: PageAccess;
}

/** Pages of the sidebar, in groups. A group is hidden if the user can open none of its pages. */
export const navigation: readonly { title: string; destinations: readonly Destination[] }[] = [
  {
    title: "",
    destinations: [
      { to: "/", label: "Overview", icon: Gauge },
      { to: "/flights", label: "Flight explorer", icon: PlaneTakeoff },
      { to: "/calendar", label: "Fare calendar", icon: CalendarDays },
      { to: "/explore", label: "Destinations", icon: Compass },
      { to: "/watches", label: "Watches", icon: Bell },
      { to: "/bookings", label: bookingsAccess.title, icon: Ticket, access: bookingsAccess },
    ],
  },
  {
    title: "Access",
    destinations: [
      { to: "/keys", label: "API keys", icon: KeyRound },
      { to: "/applications", label: "Applications", icon: AppWindow },
      { to: "/suppliers", label: "Suppliers", icon: Plug },
    ],
  },
  {
    title: "Webhooks",
    destinations: [
      { to: "/webhooks", label: "Webhooks", icon: Webhook },
      { to: "/deliveries", label: deliveriesAccess.title, icon: Send, access: deliveriesAccess },
      { to: "/events", label: eventsAccess.title, icon: Radio, access: eventsAccess },
      { to: "/event-types", label: "Event catalog", icon: Library },
    ],
  },
  {
    title: "Account",
    destinations: [
      { to: "/usage", label: "Usage", icon: ChartLine },
      { to: "/billing", label: billingAccess.title, icon: Receipt, access: billingAccess },
      { to: "/requests", label: "Requests", icon: ListTree },
      { to: "/audit", label: auditAccess.title, icon: ScrollText, access: auditAccess },
      { to: "/settings", label: "Settings", icon: Settings },
      { to: "/guide", label: "Docs", icon: BookOpen },
    ],
  },
  {
    title: "Operator",
    destinations: [
      { to: "/accounts", label: accountsAccess.title, icon: Building2, access: accountsAccess },
      { to: "/plans", label: plansAccess.title, icon: Tags, access: plansAccess },
      { to: "/operator/audit", label: allAuditAccess.title, icon: ClipboardList, access: allAuditAccess },
      {
        to: "/operator/bookings",
        label: operatorBookingsAccess.title,
        icon: TicketCheck,
        access: operatorBookingsAccess,
      },
      { to: "/operator/queues", label: queuesAccess.title, icon: Layers, access: queuesAccess },
      { to: "/operator/suppliers", label: allSuppliersAccess.title, icon: Cable, access: allSuppliersAccess },
      { to: "/operator/health", label: healthAccess.title, icon: HeartPulse, access: healthAccess },
    ],
  },
];
