import { Link, useRouterState } from "@tanstack/react-router";
import { Menu } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { Mark } from "../components/mark.tsx";
import { ToastPlace } from "../components/toast.tsx";
import { useLive } from "../data/live.ts";
import { AccountMenu } from "./account-menu.tsx";
import { EnvironmentStrip } from "./environment-strip.tsx";
import { EnvironmentSwitch } from "./environment-switch.tsx";
import { RolePage } from "./role-page.tsx";
import { Navigation } from "./sidebar.tsx";
import { StepUpProvider } from "./step-up.tsx";

/** What is around every page of somebody who is signed in. */
export function Shell() {
  useLive();
  useFilterShortcut();
  const [menuOpen, setMenuOpen] = useState(false);
  return (
    <StepUpProvider>
      <a
        href="#page"
        className="sr-only rounded-control bg-raised px-3 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-30"
      >
        Skip to the page
      </a>
      <header className="sticky top-0 z-10">
        <EnvironmentStrip />
        <div className="flex h-12 items-center justify-between gap-3 border-b border-line bg-surface px-4 wide:pr-6">
          <div className="flex items-center gap-1">
            <IconButton label="Pages" className="-ml-2 wide:hidden" onClick={() => setMenuOpen(true)}>
              <Menu />
            </IconButton>
            <Link
              to="/"
              className="flex items-center gap-2 rounded-control px-1 text-16 font-semibold tracking-[-0.01em]"
            >
              <Mark />
              Wayfare
            </Link>
          </div>
          <div className="flex items-center gap-3">
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
          <RolePage />
        </main>
      </div>
      <Dialog open={menuOpen} onClose={() => setMenuOpen(false)} title="Pages">
        <Navigation onChosen={() => setMenuOpen(false)} />
      </Dialog>
      <PageFocus />
      <ToastPlace />
    </StepUpProvider>
  );
}

/** A new page starts at its own top for the keyboard too. */
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

/** `/` goes to the page's filter, where it has one: the control marked `data-filter`. */
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
