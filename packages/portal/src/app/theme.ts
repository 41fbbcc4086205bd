import { useSyncExternalStore } from "react";

export type Theme = "system" | "light" | "dark";

const storageKey = "wayfare.theme";
const listeners = new Set<() => void>();

/** Returns the selected theme. A script in index.html sets it before the first paint. */
function getTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === "light" || theme === "dark" ? theme : "system";
}

/** Sets and stores the theme. */
export function setTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // Storage is blocked: the theme applies to this window only.
  }
  for (const listener of listeners) listener();
}

/** Returns the theme and re-renders when it changes. */
export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, getTheme);
}
