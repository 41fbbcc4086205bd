import { Link, Outlet, useMatches, useRouterState } from "@tanstack/react-router";
import { Menu } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { IconButton } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { Wordmark } from "../components/mark.tsx";
import { ToastRegion } from "../components/toast.tsx";
import { ClockOffset } from "../data/clock-offset.ts";
import { useLive } from "../data/live.ts";
import { useHasScope } from "../data/session.ts";
import { useAccountChanged } from "../data/shown-account.ts";
import { useDataClock } from "../data/test-clock.ts";
import { AccessDenied } from "./access-denied.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { AccountSwitch } from "./account-switch.tsx";
import { ActingBanner } from "./acting-banner.tsx";
import { EnvironmentStrip } from "./environment-strip.tsx";
import { EnvironmentSwitch } from "./environment-switch.tsx";
import { SessionEndedDialog } from "./session-ended-dialog.tsx";
import { Navigation } from "./sidebar.tsx";
import { StepUpProvider } from "./step-up.tsx";

const AccountChangedDialog = lazy(async () => ({
  default: (await import("../pages/sign-in/account-changed-dialog.tsx")).AccountChangedDialog,
}));

/** Layout of the pages for signed-in users: header, sidebar and page. */
export function Shell() {
  useLive();
  useFilterShortcut();
  const accountChanged = useAccountChanged();
  const [menuOpen, setMenuOpen] = useState(false);
  return (
    <StepUpProvider>
      <a
        href="#page"
        className="sr-only rounded-control bg-raised px-3 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-30"
      >
        Skip to main content
      </a>
      <header className="sticky top-0 z-10">
        <EnvironmentStrip />
        <div className="flex h-12 items-center justify-between gap-1 border-b border-line bg-surface px-4 wide:gap-3 wide:pr-6">
          <div className="flex items-center gap-1">
            <IconButton label="Pages" className="-ml-2 wide:hidden" onClick={() => setMenuOpen(true)}>
              <Menu />
            </IconButton>
            <Link to="/" className="rounded-control px-1">
              <Wordmark />
            </Link>
          </div>
          <div className="flex items-center gap-1 wide:gap-3">
            <AccountSwitch />
            <EnvironmentSwitch />
            <AccountMenu />
          </div>
        </div>
      </header>
      <div className="wide:grid wide:grid-cols-[13.5rem_minmax(0,1fr)]">
        <div className="sticky top-18 hidden h-[calc(100dvh-4.5rem)] overflow-y-auto border-r border-line px-3 py-4 wide:block">
          <Navigation />
        </div>
        <main id="page" tabIndex={-1} className="min-w-0 px-4 pt-6 pb-16 outline-none wide:px-8">
          <Page />
        </main>
      </div>
      <Dialog open={menuOpen} onClose={() => setMenuOpen(false)} title="Pages">
        <Navigation onChosen={() => setMenuOpen(false)} />
      </Dialog>
      <ActingBanner />
      <SessionEndedDialog />
      {accountChanged && (
        <Suspense>
          <AccountChangedDialog />
        </Suspense>
      )}
      <PageFocus />
      <ToastRegion />
    </StepUpProvider>
  );
}

/** Current page, or the access-denied page if the user's role cannot open it. */
function Page() {
  const { access, clock } = useMatches({ select: (matches) => matches.at(-1)?.staticData ?? {} });
  const may = useHasScope(...(access?.scopes ?? []));
  const { aheadSeconds } = useDataClock();
  return (
    <ClockOffset value={clock === "real" ? 0 : aheadSeconds * 1000}>
      {access === undefined || may ? <Outlet /> : <AccessDenied access={access} />}
    </ClockOffset>
  );
}

/** Moves the keyboard focus to the page after navigation. */
function PageFocus() {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const [first] = useState(pathname);
  const [left, setLeft] = useState(false);
  useEffect(() => {
    if (pathname !== first) setLeft(true);
    if (left || pathname !== first) document.getElementById("page")?.focus({ preventScroll: true });
  }, [pathname, first, left]);
  return null;
}

/** Focuses the filter of the page (the control with `data-filter`) when `/` is pressed. */
function useFilterShortcut(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const typing = event.target instanceof Element && event.target.closest("input, textarea, select, dialog");
      if (event.key !== "/" || event.ctrlKey || event.metaKey || typing) return;
      const filter = document.querySelector("[data-filter]");
      if (!(filter instanceof HTMLElement)) return;
      event.preventDefault();
      filter.focus();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
