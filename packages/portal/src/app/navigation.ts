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
    | "/requests"
    | "/audit"
    | "/settings"
    | "/guide";
  label: string;
  icon: LucideIcon;
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
      { to: "/deliveries", label: "Deliveries", icon: Send },
      { to: "/events", label: "Events", icon: Radio },
    ],
  },
  {
    title: "Account",
    destinations: [
      { to: "/usage", label: "Usage", icon: ChartLine },
      { to: "/requests", label: "Requests", icon: ListTree },
      { to: "/audit", label: "Audit", icon: ScrollText },
      { to: "/settings", label: "Settings", icon: Settings },
      { to: "/guide", label: "Docs", icon: BookOpen },
    ],
  },
];
