import {
  AppWindow,
  BookOpen,
  ChartLine,
  Gauge,
  KeyRound,
  ListTree,
  type LucideIcon,
  PlaneTakeoff,
  Radio,
  Receipt,
  ScrollText,
  Send,
  Settings,
  Webhook,
} from "lucide-react";
import { type Reserved, reservedAudit, reservedBilling, reservedDeliveries, reservedEvents } from "../data/reserved.ts";

interface Destination {
  to:
    | "/"
    | "/flights"
    | "/keys"
    | "/applications"
    | "/webhooks"
    | "/deliveries"
    | "/events"
    | "/usage"
    | "/billing"
    | "/requests"
    | "/audit"
    | "/settings"
    | "/guide";
  label: string;
  icon: LucideIcon;
  /** Where not every role reads it. */
  reserved?: Reserved;
}

/** The pages of the sidebar, in groups. */
export const navigation: readonly { title: string; destinations: readonly Destination[] }[] = [
  {
    title: "",
    destinations: [
      { to: "/", label: "Overview", icon: Gauge },
      { to: "/flights", label: "Flight explorer", icon: PlaneTakeoff },
    ],
  },
  {
    title: "Access",
    destinations: [
      { to: "/keys", label: "API keys", icon: KeyRound },
      { to: "/applications", label: "Applications", icon: AppWindow },
    ],
  },
  {
    title: "Webhooks",
    destinations: [
      { to: "/webhooks", label: "Webhooks", icon: Webhook },
      { to: "/deliveries", label: reservedDeliveries.title, icon: Send, reserved: reservedDeliveries },
      { to: "/events", label: reservedEvents.title, icon: Radio, reserved: reservedEvents },
    ],
  },
  {
    title: "Account",
    destinations: [
      { to: "/usage", label: "Usage", icon: ChartLine },
      { to: "/billing", label: reservedBilling.title, icon: Receipt, reserved: reservedBilling },
      { to: "/requests", label: "Requests", icon: ListTree },
      { to: "/audit", label: reservedAudit.title, icon: ScrollText, reserved: reservedAudit },
      { to: "/settings", label: "Settings", icon: Settings },
      { to: "/guide", label: "Docs", icon: BookOpen },
    ],
  },
];
