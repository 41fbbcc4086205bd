import { EmptyState } from "../components/empty-state.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { describeHolders } from "../components/role-names.ts";
import { TextLink } from "../components/text-link.tsx";
import type { Reserved } from "../data/reserved.ts";
import { useSession } from "../data/session.ts";

/** What stands in the place of a page that the role does not open: why, who may, and who can change it. */
export function Barred({ reserved: { title, because, scopes } }: { reserved: Reserved }) {
  const { role } = useSession();
  return (
    <>
      <PageHeader title={title} />
      <EmptyState title={`Your role, ${role}, does not open this page`}>
        <p>
          {because} {describeHolders(scopes)} can read it. An owner gives roles, under{" "}
          <TextLink to="/settings" search={{ tab: "team" }}>
            Team
          </TextLink>
          .
        </p>
      </EmptyState>
    </>
  );
}
