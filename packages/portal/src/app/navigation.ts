import type { Scope } from "@wayfare/sdk";
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
  /** Without it the API refuses what the page shows. */
  scope?: Scope;
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
      { to: "/deliveries", label: "Deliveries", icon: Send, scope: "usage.write" },
      { to: "/events", label: "Events", icon: Radio, scope: "usage.write" },
    ],
  },
  {
    title: "Account",
    destinations: [
      { to: "/usage", label: "Usage", icon: ChartLine },
      { to: "/billing", label: "Billing", icon: Receipt, scope: "billing.read" },
      { to: "/requests", label: "Requests", icon: ListTree },
      { to: "/audit", label: "Audit", icon: ScrollText, scope: "usage.write" },
      { to: "/settings", label: "Settings", icon: Settings },
      { to: "/guide", label: "Docs", icon: BookOpen },
    ],
  },
];

/** The destination that a path is at or under; undefined for none. */
export function destinationOf(path: string): Destination | undefined {
  const [, first = ""] = path.split("/");
  return navigation.flatMap(({ destinations }) => destinations).find(({ to }) => to === `/${first}`);
}
