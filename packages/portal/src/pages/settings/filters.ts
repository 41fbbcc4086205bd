import { readWord } from "../../data/address.ts";

const tabs = ["security", "team", "allowlist"] as const;
type SettingsTab = (typeof tabs)[number];

/** Which part of the settings is open, as it stands in the address. */
export interface SettingsView {
  tab?: SettingsTab;
}

/** Reads it; a part that there is not is left out. */
export function readSettingsView(search: Record<string, unknown>): SettingsView {
  return readWord(search, "tab", tabs);
}
