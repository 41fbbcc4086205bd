import { AppWindow, Gauge, KeyRound, type LucideIcon, PlaneTakeoff } from "lucide-react";

interface Destination {
  to: "/" | "/flights" | "/keys" | "/applications";
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
];
