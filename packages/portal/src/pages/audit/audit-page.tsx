import { getRouteApi } from "@tanstack/react-router";
import type { AuditEvent, AuditEventType } from "@wayfare/sdk";
import { auditEventLabels, auditEventTypes, describeDetails } from "../../components/audit-actions.ts";
import { auditCsvColumns } from "../../components/audit-csv.ts";
import { capitalize } from "../../components/capitalize.ts";
import { ExportButton } from "../../components/export-button.tsx";
import { KeyName } from "../../components/key-name.tsx";
import { NoMatch } from "../../components/no-match.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Select } from "../../components/select.tsx";
import { Badge } from "../../components/status.tsx";
import { type Column, PagedTable } from "../../components/table.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { Time } from "../../components/time.tsx";
import { TimeRangeField } from "../../components/time-range-field.tsx";
import { usePages } from "../../data/pages.ts";
import { withFilter } from "../../data/search-params.ts";
import { useSession } from "../../data/session.ts";
import { describeMember, useMemberNames, useTeam } from "../../data/team.ts";
import { withoutTimeRange } from "../../data/time-range.ts";
import { useTimeRange } from "../../data/use-time-range.ts";
import type { AuditFilters } from "./filters.ts";
import { SubjectLink } from "./subject-link.tsx";

const route = getRouteApi("/shell/audit");

const choices = [
  { value: "" as const, label: "All types" },
  ...auditEventTypes.map((type) => ({ value: type, label: capitalize(auditEventLabels[type]) })),
];

const columns: readonly Column<AuditEvent>[] = [
  { header: "Actor", cell: (entry) => <Actor entry={entry} />, width: "w-40" },
  { header: "Action", cell: (entry) => <ActionCell entry={entry} />, sortBy: ({ type }) => type },
  { header: "Subject", cell: (entry) => <SubjectLink subject={entry.subject} />, secondary: true, width: "w-72" },
  {
    header: "Time",
    cell: ({ createdAt }) => <Time at={createdAt} show="instant" />,
    align: "end",
    secondary: true,
    width: "w-40",
    sortBy: ({ createdAt }) => createdAt,
  },
];

/** Audit log page, newest entry first. */
export function AuditPage() {
  const search = route.useSearch();
  const { nowMs, ...range } = useTimeRange(search);
  const type = auditEventTypes.find((each) => each === search.type);
  const { type: _type, ...ids } = withoutTimeRange(search);
  const filters = { ...ids, ...(type !== undefined && { type }), ...range };
  const events = usePages(["audit", filters], (client, cursor) => client.auditEvents.list({ ...filters, cursor }));
  return (
    <>
      <PageHeader
        title="Audit"
        lead="Changes to the account: actor, action and IP address. Entries cannot be changed and contain no secrets."
        actions={
          <ExportButton
            name="audit"
            columns={auditCsvColumns}
            read={(client) => client.auditEvents.list({ ...filters, limit: 200 })}
          />
        }
      />
      <Filters search={search} type={type} nowMs={nowMs} />
      <PagedTable
        caption="Audit log"
        pages={events}
        columns={columns}
        empty={<NoMatch title="No matching entries" to="/audit" link="Show all entries" />}
      />
    </>
  );
}

interface FiltersProps {
  search: AuditFilters;
  type: AuditEventType | undefined;
  nowMs: number;
}

function Filters({ search, type, nowMs }: FiltersProps) {
  const navigate = route.useNavigate();
  const members = useTeam().data?.members ?? [];
  const choose = (filters: AuditFilters) => void navigate({ search: filters, replace: true });
  const { subjectId, actorId } = search;
  const people = members.map((member) => ({ value: member.id, label: describeMember(member) }));
  return (
    <div className="flex flex-wrap items-end gap-3 pb-4">
      <Select
        label="Type"
        value={type ?? ""}
        choices={choices}
        onChange={(chosen) => choose(withFilter(search, "type", chosen))}
        className="w-full wide:w-72"
        data-filter
      />
      <Select
        label="Actor"
        value={actorId ?? ""}
        choices={[{ value: "", label: "All actors" }, ...people]}
        onChange={(id) => choose(withFilter(search, "actorId", id))}
        className="w-full wide:w-48"
      />
      <TimeRangeField
        range={search}
        nowMs={nowMs}
        onChange={(range) => choose({ ...withoutTimeRange(search), ...range })}
      />
      {subjectId !== undefined && (
        <p className="pb-1.5 text-13">
          Subject <code className="font-mono text-12">{subjectId}</code> · <TextLink to="/audit">Show all</TextLink>
        </p>
      )}
    </div>
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

function Actor({ entry }: { entry: AuditEvent }) {
  const { actor } = entry;
  return (
    <span className="flex flex-col">
      <span className="font-medium wrap-anywhere">
        <ActorName entry={entry} />
      </span>
      {actor.address !== null && <span className="font-mono text-12 text-ink-3">{actor.address}</span>}
    </span>
  );
}

function ActorName({ entry: { actor, environment } }: { entry: AuditEvent }) {
  const { type, id } = actor;
  const { user } = useSession();
  const members = useMemberNames();
  if (type === "operator") return "Operator";
  if (type === "holder") return "Holder of a leaked key";
  if (type === "anonymous" || id === null) return "Unknown";
  if (type === "user") return id === user.id ? "You" : (members.get(id) ?? "Former member");
  return <KeyName id={id} inEnvironment={environment !== null} />;
}
