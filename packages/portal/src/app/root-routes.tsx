import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, createRoute, Outlet, redirect } from "@tanstack/react-router";
import { isAccountClosed, sessionQuery } from "../data/session.ts";
import { NotFound } from "./error-pages.tsx";
import { lazyPage } from "./lazy-page.tsx";
import { Shell } from "./shell.tsx";
import { StepUpProvider } from "./step-up.tsx";

/** Context of the route loaders. */
export interface Context {
  queryClient: QueryClient;
}

export const root = createRootRouteWithContext<Context>()({ notFoundComponent: NotFound });

export const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  validateSearch: ({ next, sso }: Record<string, unknown>): { next?: string; sso?: string } => ({
    // Only same-origin paths, to prevent an open redirect after sign-in.
    ...(typeof next === "string" && /^\/(?![/\\])/.test(next) && { next }),
    ...(typeof sso === "string" && { sso }),
  }),
  component: lazyPage(() => import("../pages/sign-in/sign-in-page.tsx"), "SignInPage"),
});

export const welcome = createRoute({
  getParentRoute: () => root,
  path: "/welcome",
  beforeLoad: async ({ context }) => {
    const session = await context.queryClient.fetchQuery(sessionQuery);
    if (session === null) throw redirect({ to: "/sign-in" });
  },
  component: lazyPage(() => import("../pages/sign-in/welcome-page.tsx"), "WelcomePage"),
});

export const join = createRoute({
  getParentRoute: () => root,
  path: "/join",
  component: lazyPage(() => import("../pages/sign-in/join-page.tsx"), "JoinPage"),
});

export const signUp = createRoute({
  getParentRoute: () => root,
  path: "/sign-up",
  component: lazyPage(() => import("../pages/sign-in/sign-up-page.tsx"), "SignUpPage"),
});

export const resetPassword = createRoute({
  getParentRoute: () => root,
  path: "/reset-password",
  component: lazyPage(() => import("../pages/sign-in/reset-password-page.tsx"), "ResetPasswordPage"),
});

export const closedAccount = createRoute({
  getParentRoute: () => root,
  path: "/account-closed",
  component: lazyPage(() => import("../pages/sign-in/closed-account-page.tsx"), "ClosedAccountPage"),
});

/** Parent of pages outside of the shell on which a signed-in user confirms a change. */
export const confirming = createRoute({
  getParentRoute: () => root,
  id: "confirming",
  component: () => (
    <StepUpProvider>
      <Outlet />
    </StepUpProvider>
  ),
  beforeLoad: ({ context, location }) => requireSession(context, location.href),
});

export const authorize = createRoute({
  getParentRoute: () => confirming,
  path: "/authorize",
  validateSearch: ({ request }: Record<string, unknown>): { request: string } => ({
    request: typeof request === "string" ? request : "",
  }),
  component: lazyPage(() => import("../pages/sign-in/authorize-page.tsx"), "AuthorizePage"),
});

/** Parent of all pages for signed-in users with a complete profile. */
export const shell = createRoute({
  getParentRoute: () => root,
  id: "shell",
  component: Shell,
  beforeLoad: ({ context, location }) => requireSession(context, location.href),
});

/** Redirects users who are not signed in, whose account is closed, or whose profile is not complete. */
async function requireSession({ queryClient }: Context, href: string): Promise<void> {
  const session = await queryClient.fetchQuery(sessionQuery).catch((error: unknown) => {
    throw isAccountClosed(error) ? redirect({ to: "/account-closed" }) : error;
  });
  if (session === null) throw redirect({ to: "/sign-in", search: href === "/" ? {} : { next: href } });
  if (session.needs.includes("profile")) throw redirect({ to: "/welcome" });
}
