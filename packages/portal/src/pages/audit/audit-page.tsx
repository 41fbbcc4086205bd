import { getRouteApi } from "@tanstack/react-router";
import type { AuditEvent } from "@wayfare/sdk";
import { capitalize } from "../../components/capitalize.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Select } from "../../components/select.tsx";
import { Badge } from "../../components/status.tsx";
import { type Column, PagedTable } from "../../components/table.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { Time } from "../../components/time.tsx";
import { useKeyNames } from "../../data/key-names.ts";
import { usePages } from "../../data/pages.ts";
import { withFilter } from "../../data/search-params.ts";
import { useSession } from "../../data/session.ts";
import { useMemberNames } from "../../data/team.ts";
import { auditEventLabels, auditEventTypes, describeDetails } from "./actions.ts";
import { SubjectLink } from "./subject-link.tsx";

const route = getRouteApi("/shell/audit");

const choices = [
  { value: "" as const, label: "All types" },
  ...auditEventTypes.map((type) => ({ value: type, label: capitalize(auditEventLabels[type]) })),
];

/** Audit log page, newest entry first. */
export function AuditPage() {
  const search = route.useSearch();
  const type = auditEventTypes.find((each) => each === search.type);
  const { subjectId } = search;
  const filters = { ...(type !== undefined && { type }), ...(subjectId !== undefined && { subjectId }) };
  const navigate = route.useNavigate();
  const names = new Map([...useKeyNames(), ...useMemberNames()]);
  const events = usePages(["audit", filters], (client, cursor) => client.auditEvents.list({ ...filters, cursor }));
  const columns: Column<AuditEvent>[] = [
    { header: "Actor", cell: ({ actor }) => <Actor actor={actor} names={names} />, width: "w-40" },
    { header: "Action", cell: (entry) => <ActionCell entry={entry} /> },
    { header: "Subject", cell: (entry) => <SubjectLink subject={entry.subject} />, secondary: true, width: "w-72" },
    {
      header: "Time",
      cell: ({ createdAt }) => <Time at={createdAt} show="instant" />,
      align: "end",
      secondary: true,
      width: "w-40",
    },
  ];
  return (
    <>
      <PageHeader
        title="Audit"
        lead="Changes to the account: actor, action and IP address. Entries cannot be changed and contain no secrets."
      />
      <div className="flex flex-wrap items-end gap-3 pb-4">
        <Select
          label="Type"
          value={type ?? ""}
          choices={choices}
          onChange={(chosen) => void navigate({ search: withFilter(search, "type", chosen), replace: true })}
          className="w-full wide:w-72"
          data-filter
        />
        {subjectId !== undefined && (
          <p className="pb-1.5 text-13">
            Subject <code className="font-mono text-12">{subjectId}</code> · <TextLink to="/audit">Show all</TextLink>
          </p>
        )}
      </div>
      <PagedTable
        caption="Audit log"
        pages={events}
        columns={columns}
        empty={
          <EmptyState title="No matching entries">
            <p>
              <TextLink to="/audit">Show all entries</TextLink>
            </p>
          </EmptyState>
        }
      />
    </>
  );
}

function ActionCell({ entry: { type, details, environment } }: { entry: AuditEvent }) {
  const texts = describeDetails(details);
  return (
    <div className="flex min-w-0 flex-col">
      <span className="flex flex-wrap items-center gap-x-2">
        {auditEventLabels[type]}
        {environment === "live" && <Badge>live</Badge>}
      </span>
      {texts.length > 0 && <span className="font-mono text-12 wrap-anywhere text-ink-3">{texts.join(" · ")}</span>}
    </div>
  );
}

function Actor({ actor, names }: { actor: AuditEvent["actor"]; names: ReadonlyMap<string, string> }) {
  const { user } = useSession();
  const nameOf = (otherwise: string) => (actor.id === null ? undefined : names.get(actor.id)) ?? otherwise;
  const name = () => {
    if (actor.type === "operator") return "Operator";
    if (actor.type === "holder") return "Holder of a leaked key";
    if (actor.type === "anonymous") return "Unknown";
    if (actor.type === "user") return actor.id === user.id ? "You" : nameOf("Unknown member");
    return nameOf("Unknown key");
  };
  return (
    <span className="flex flex-col">
      <span className="font-medium">{name()}</span>
      {actor.address !== null && <span className="font-mono text-12 text-ink-3">{actor.address}</span>}
    </span>
  );
}
