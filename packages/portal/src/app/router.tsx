import type { QueryClient } from "@tanstack/react-query";
import { createRouter } from "@tanstack/react-router";
import { Loading } from "../components/loading.tsx";
import { PageError } from "./error-pages.tsx";
import { pageRoutes } from "./page-routes.ts";
import {
  authorize,
  closedAccount,
  confirming,
  join,
  resetPassword,
  root,
  shell,
  signIn,
  signUp,
  welcome,
} from "./root-routes.tsx";

const tree = root.addChildren([
  signIn,
  welcome,
  join,
  signUp,
  resetPassword,
  closedAccount,
  confirming.addChildren([authorize]),
  shell.addChildren(pageRoutes),
]);

/** Creates the router. Loads the chunk of a page on navigation, or earlier on hover or focus of a link to it. */
export function makeRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree: tree,
    context: { queryClient },
    defaultPreload: "intent",
    defaultErrorComponent: PageError,
    defaultPendingComponent: () => <Loading label="page" />,
    scrollRestoration: true,
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
