import { useSyncExternalStore } from "react";

/** The same width as `wide:` in styles/tokens.css. */
const query = matchMedia("(width >= 50rem)");

/** Whether the screen has room beside a sidebar, for what is drawn otherwise and not only laid out otherwise. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener("change", listener);
      return () => query.removeEventListener("change", listener);
    },
    () => query.matches,
  );
}
