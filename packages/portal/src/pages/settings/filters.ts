import { readWord } from "../../data/address.ts";

export const tabs = ["security", "team", "allowlist"] as const;
export type SettingsTab = (typeof tabs)[number];

/** Which part of the settings is open, as it stands in the address. */
export interface SettingsView {
  tab?: SettingsTab;
}

/** Reads it; a part that there is not is left out. */
export function readSettingsView(search: Record<string, unknown>): SettingsView {
  return readWord(search, "tab", tabs);
}
