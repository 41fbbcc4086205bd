import { getRouteApi } from "@tanstack/react-router";
import type { OperatorAuditEvent } from "@wayfare/sdk";
import { auditEventLabels, auditEventTypes, describeDetails } from "../../components/audit-actions.ts";
import { auditCsvColumns } from "../../components/audit-csv.ts";
import { capitalize } from "../../components/capitalize.ts";
import { ExportButton } from "../../components/export-button.tsx";
import { NoMatch } from "../../components/no-match.tsx";
import { ObjectPicker } from "../../components/object-picker.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Select } from "../../components/select.tsx";
import { Badge } from "../../components/status.tsx";
import { type Column, PagedTable } from "../../components/table.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { Time } from "../../components/time.tsx";
import { TimeRangeField } from "../../components/time-range-field.tsx";
import type { CsvColumn } from "../../data/csv.ts";
import { allAuditAccess } from "../../data/permissions.ts";
import { withFilter } from "../../data/search-params.ts";
import { withoutTimeRange } from "../../data/time-range.ts";
import { useTimeRange } from "../../data/use-time-range.ts";
import { useAccountName, useAccountOptions, useOperatorAudit } from "./data.ts";
import type { OperatorAuditFilters } from "./filters.ts";

const route = getRouteApi("/shell/operator/audit");

const typeChoices = [
  { value: "" as const, label: "All types" },
  ...auditEventTypes.map((type) => ({ value: type, label: capitalize(auditEventLabels[type]) })),
];

const columns: readonly Column<OperatorAuditEvent>[] = [
  { header: "Account", cell: ({ accountId }) => <AccountLink id={accountId} />, width: "w-28 wide:w-40" },
  { header: "Actor", cell: (entry) => <Actor entry={entry} />, width: "w-36", secondary: true },
  { header: "Action", cell: (entry) => <ActionCell entry={entry} />, sortBy: ({ type }) => type },
  {
    header: "Subject",
    cell: ({ subject }) => <span className="font-mono text-12 wrap-anywhere">{subject.id}</span>,
    width: "w-64",
    secondary: true,
  },
  {
    header: "Time",
    cell: ({ createdAt }) => <Time at={createdAt} show="instant" />,
    align: "end",
    width: "w-36",
    secondary: true,
    sortBy: ({ createdAt }) => createdAt,
  },
];

const csvColumns: readonly CsvColumn<OperatorAuditEvent>[] = [
  { name: "accountId", value: ({ accountId }) => accountId },
  ...auditCsvColumns,
];

/** Audit logs of all accounts, for operators, newest entry first. */
export function OperatorAuditPage() {
  const search = route.useSearch();
  const { nowMs, ...range } = useTimeRange(search);
  const type = auditEventTypes.find((each) => each === search.type);
  const { type: _type, ...ids } = withoutTimeRange(search);
  const filters = { ...ids, ...(type !== undefined && { type }), ...range };
  const events = useOperatorAudit(filters);
  return (
    <>
      <PageHeader
        title={allAuditAccess.title}
        lead="Changes in all accounts of this deployment. A change by an operator is in two logs: that of the customer and that of the operators."
        actions={
          <ExportButton
            name="audit"
            columns={csvColumns}
            read={(client) => client.deployment.listAuditEvents({ ...filters, limit: 200 })}
          />
        }
      />
      <Filters search={search} type={type} nowMs={nowMs} />
      <PagedTable
        caption="Audit logs"
        pages={events}
        columns={columns}
        empty={<NoMatch title="No matching entries" to="/operator/audit" link="Show all entries" />}
      />
    </>
  );
}

interface FiltersProps {
  search: OperatorAuditFilters;
  type: OperatorAuditEvent["type"] | undefined;
  nowMs: number;
}

function Filters({ search, type, nowMs }: FiltersProps) {
  const navigate = route.useNavigate();
  const choose = (filters: OperatorAuditFilters) => void navigate({ search: filters, replace: true });
  const { actorId } = search;
  return (
    <div className="flex flex-wrap items-end gap-3 pb-4">
      <AccountPicker id={search.accountId} onChange={(id) => choose(withFilter(search, "accountId", id ?? ""))} />
      <Select
        label="Type"
        value={type ?? ""}
        choices={typeChoices}
        onChange={(chosen) => choose(withFilter(search, "type", chosen))}
        className="w-full wide:w-64"
      />
      <TimeRangeField
        range={search}
        nowMs={nowMs}
        onChange={(range) => choose({ ...withoutTimeRange(search), ...range })}
      />
      {actorId !== undefined && (
        <p className="pb-1.5 text-13">
          Actor <code className="font-mono text-12 wrap-anywhere">{actorId}</code> ·{" "}
          <TextLink to="/operator/audit" search={withFilter(search, "actorId", "")}>
            All actors
          </TextLink>
        </p>
      )}
    </div>
  );
}

function AccountPicker({ id, onChange }: { id: string | undefined; onChange: (id: string | undefined) => void }) {
  return id === undefined ? (
    <AccountField chosen="" onChange={onChange} />
  ) : (
    <ChosenAccountField id={id} onChange={onChange} />
  );
}

function ChosenAccountField({ id, onChange }: { id: string; onChange: (id: string | undefined) => void }) {
  return <AccountField chosen={useAccountName(id) ?? id} onChange={onChange} />;
}

function AccountField({ chosen, onChange }: { chosen: string; onChange: (id: string | undefined) => void }) {
  return (
    <ObjectPicker
      label="Account"
      placeholder="All accounts"
      chosen={chosen}
      useOptions={useAccountOptions}
      onChange={onChange}
      className="w-full wide:w-56"
    />
  );
}

function AccountLink({ id }: { id: string }) {
  return (
    <TextLink to="/accounts/$id" params={{ id }} className="wrap-anywhere">
      {useAccountName(id) ?? id}
    </TextLink>
  );
}

function ActionCell({ entry }: { entry: OperatorAuditEvent }) {
  const { type, details, environment, createdAt } = entry;
  const texts = describeDetails(details);
  return (
    <div className="flex min-w-0 flex-col">
      <span className="flex flex-wrap items-center gap-x-2">
        {auditEventLabels[type]}
        {environment === "live" && <Badge>live</Badge>}
      </span>
      <span className="flex flex-wrap gap-x-2 text-12 text-ink-3 wide:hidden">
        <Time at={createdAt} show="instant" />
        <ActorName entry={entry} />
      </span>
      {texts.length > 0 && <span className="font-mono text-12 wrap-anywhere text-ink-3">{texts.join(" · ")}</span>}
    </div>
  );
}

function Actor({ entry }: { entry: OperatorAuditEvent }) {
  const { address } = entry.actor;
  return (
    <span className="flex flex-col">
      <ActorName entry={entry} />
      {address !== null && <span className="font-mono text-12 text-ink-3">{address}</span>}
    </span>
  );
}

/** Kinds of actors. Others are named by their id. */
const actorLabels: Readonly<Record<string, string>> = {
  operator: "Operator",
  holder: "Holder of a leaked key",
  anonymous: "Unknown",
};

/** Actor, as a link to all of its changes if it is known. */
function ActorName({ entry: { actor } }: { entry: OperatorAuditEvent }) {
  const search = route.useSearch();
  const label = actorLabels[actor.type];
  if (actor.id === null) return <span>{label ?? "Unknown"}</span>;
  return (
    <TextLink to="/operator/audit" search={{ ...search, actorId: actor.id }} title={actor.id}>
      {label ?? <span className="font-mono text-12">{shortenId(actor.id)}</span>}
    </TextLink>
  );
}

/** Shortens an id to its prefix and end: `usr_…0gnw8dm`. */
function shortenId(id: string): string {
  return `${id.slice(0, id.indexOf("_") + 1)}…${id.slice(-7)}`;
}
