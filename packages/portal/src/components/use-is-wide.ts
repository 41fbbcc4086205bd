import { useSyncExternalStore } from "react";

/** Same width as `wide:` in styles/tokens.css. */
const query = matchMedia("(width >= 50rem)");

/** Returns true on a wide screen, for content that differs by more than its CSS layout. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener("change", listener);
      return () => query.removeEventListener("change", listener);
    },
    () => query.matches,
  );
}
