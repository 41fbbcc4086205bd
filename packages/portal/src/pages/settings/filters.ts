import { readEnum } from "../../data/search-params.ts";

const tabs = ["security", "team", "sso", "allowlist", "data"] as const;
type SettingsTab = (typeof tabs)[number];

/** Open tab of the settings, as in the search parameters. */
export interface SettingsView {
  tab?: SettingsTab;
}

/** Parses the view. Ignores unknown tabs. */
export function readSettingsView(search: Record<string, unknown>): SettingsView {
  return readEnum(search, "tab", tabs);
}
