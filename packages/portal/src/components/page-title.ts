import { useEffect } from "react";
import { useEnvironment } from "../data/environment.ts";

/** Sets the document title. The environment comes first, so that it is visible in browser tabs. */
export function usePageTitle(title: string): void {
  const environment = useEnvironment();
  useEffect(() => {
    document.title = `${environment === "test" ? "Test" : "Live"} · ${title} · Wayfare`;
  }, [title, environment]);
}
