import { getRouteApi } from "@tanstack/react-router";
import { PageHeader } from "../../components/page-header.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { AllowlistSettings } from "./allowlist-settings.tsx";
import { DataSettings } from "./data-settings.tsx";
import { SecuritySettings } from "./security-settings.tsx";
import { SsoSettings } from "./sso-settings.tsx";
import { TeamSettings } from "./team-settings.tsx";

const route = getRouteApi("/shell/settings");

/** Settings page: security, team, single sign-on, allowlist and data. */
export function SettingsPage() {
  const { tab = "security" } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeader title="Settings" />
      <Tabs
        label="Settings"
        value={tab}
        onChange={(chosen) => void navigate({ search: { tab: chosen }, replace: true })}
        tabs={[
          { value: "security", label: "Security", content: <SecuritySettings /> },
          { value: "team", label: "Team", content: <TeamSettings /> },
          { value: "sso", label: "Single sign-on", content: <SsoSettings /> },
          { value: "allowlist", label: "Allowlist", content: <AllowlistSettings /> },
          { value: "data", label: "Data", content: <DataSettings /> },
        ]}
      />
    </>
  );
}
