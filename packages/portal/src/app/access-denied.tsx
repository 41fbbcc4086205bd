import { EmptyState } from "../components/empty-state.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { describeRolesWith } from "../components/role-names.ts";
import { TextLink } from "../components/text-link.tsx";
import type { PageAccess } from "../data/permissions.ts";
import { useSession } from "../data/session.ts";

/**
 * Replaces a page that the user's role cannot open: the reason, the roles that can open it, and a link to the team. No role of an account
 * can open the pages of operators.
 */
export function AccessDenied({ access: { title, reason, scopes } }: { access: PageAccess }) {
  const { role } = useSession();
  const holders = describeRolesWith(scopes);
  if (holders === "") {
    return (
      <>
        <PageHeader title={title} />
        <EmptyState title="You cannot open this page">
          <p>{reason}</p>
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <PageHeader title={title} />
      <EmptyState title={`Your role (${role}) cannot open this page`}>
        <p>
          {reason} {holders} can open it. Owners can change your role in{" "}
          <TextLink to="/settings" search={{ tab: "team" }}>
            Team
          </TextLink>
          .
        </p>
      </EmptyState>
    </>
  );
}
