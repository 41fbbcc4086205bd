import { Outlet, useRouterState } from "@tanstack/react-router";
import { EmptyState } from "../components/empty-state.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { TextLink } from "../components/text-link.tsx";
import { mayDo, useSession } from "../data/session.ts";
import { destinationOf } from "./navigation.ts";

/** The page of the address, or a plain sentence where the role may not read what it shows. */
export function RolePage() {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const session = useSession();
  const destination = destinationOf(pathname);
  if (destination?.scope === undefined || mayDo(session, destination.scope)) return <Outlet />;
  return (
    <>
      <PageHeader title={destination.label} />
      <EmptyState title="Your role does not have this page">
        <p>
          You have the role {session.role} in {session.account.name}. An owner can give you another one under{" "}
          <TextLink to="/settings" search={{ tab: "team" }}>
            Settings, Team
          </TextLink>
          .
        </p>
      </EmptyState>
    </>
  );
}
