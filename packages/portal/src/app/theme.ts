import { useSyncExternalStore } from "react";

export type Theme = "system" | "light" | "dark";

const storageKey = "wayfare.theme";
const listeners = new Set<() => void>();

/** The theme that was chosen; public/theme.js sets it before the first paint. */
function getTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === "light" || theme === "dark" ? theme : "system";
}

/** Chooses a theme and keeps the choice. */
export function setTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // It then holds for this window alone.
  }
  for (const listener of listeners) listener();
}

/** The theme, followed. */
export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, getTheme);
}
