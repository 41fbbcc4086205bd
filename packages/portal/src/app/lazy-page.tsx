import { type AnyRouter, type AsyncRouteComponent, lazyRouteComponent } from "@tanstack/react-router";
import { ConnectionError } from "@wayfare/sdk";
import type { ReactNode } from "react";

/**
 * Creates a page component that loads its chunk on demand. If the chunk cannot be loaded because the service is not reachable, the page
 * fails with a ConnectionError and can be tried again. If the service is reachable, it has been updated and the chunk no longer exists: the
 * router then reloads the document once.
 */
export function lazyPage<Name extends string>(
  // Unknown, because the types of pages depend on the routes, which these calls define.
  load: () => Promise<{ [Each in Name]: unknown }>,
  name: Name,
): AsyncRouteComponent<Record<string, never>> {
  const loadOrExplain = async (): Promise<PageModule> => {
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- modules of pages export components
      return (await load()) as PageModule;
    } catch (error) {
      if (await isReachable()) throw error;
      throw new ConnectionError(`page ${name}: chunk not loaded`, { cause: error });
    }
  };
  return lazyRouteComponent(loadOrExplain, name);
}

type PageModule = Record<string, (props: Record<string, never>) => ReactNode>;

async function isReachable(): Promise<boolean> {
  try {
    const { ok } = await fetch("/healthz", { cache: "no-store" });
    return ok;
  } catch {
    return false;
  }
}

interface Preloadable {
  options: { component?: { preload?: () => Promise<unknown> | undefined } | undefined };
}

/** Loads the chunk of the page at the current URL while the session is read. Without it, the browser would request one after the other. */
export function preloadPage(router: AnyRouter): void {
  const id = router.matchRoutes(router.latestLocation).at(-1)?.routeId;
  const route: Preloadable | undefined = id === undefined ? undefined : router.routesById[id];
  // A failure is shown when the router loads the page.
  route?.options.component?.preload?.()?.catch(() => undefined);
}

/** Loads the chunks of pages one after another while the browser is idle, so that navigation needs no request for code. */
export function preloadWhenIdle(pages: readonly Preloadable[]): void {
  const rest = [...pages];
  const loadNext = () => {
    const next = rest.shift();
    if (next !== undefined) void Promise.resolve(next.options.component?.preload?.()).then(schedule, schedule);
  };
  const schedule = () => {
    // Safari has no requestIdleCallback.
    if ("requestIdleCallback" in globalThis) requestIdleCallback(loadNext, { timeout: 10_000 });
    else setTimeout(loadNext, 1000);
  };
  schedule();
}
