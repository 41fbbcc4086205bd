import type { QueryClient } from "@tanstack/react-query";
import { createRouter } from "@tanstack/react-router";
import { Waiting } from "../components/waiting.tsx";
import { PageFailed } from "./failures.tsx";
import { pageRoutes } from "./page-routes.ts";
import { root, shell, signIn, welcome } from "./root-routes.tsx";

const tree = root.addChildren([signIn, welcome, shell.addChildren(pageRoutes)]);

/** The pages by their addresses. What a page is made of is fetched with it, or ahead, when a link to it is about to be pressed. */
export function makeRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree: tree,
    context: { queryClient },
    defaultPreload: "intent",
    defaultErrorComponent: PageFailed,
    defaultPendingComponent: () => <Waiting label="page" />,
    scrollRestoration: true,
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
