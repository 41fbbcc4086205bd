import { useEffect } from "react";
import { useEnvironment } from "../data/environment.ts";

/** Names the page in the window's title, with the environment first: it is seen in the row of tabs too. */
export function usePageTitle(title: string): void {
  const environment = useEnvironment();
  useEffect(() => {
    document.title = `${environment === "test" ? "Test" : "Live"} · ${title} · Wayfare`;
  }, [title, environment]);
}
