import { getRouteApi } from "@tanstack/react-router";
import type { Key, NewKey } from "@wayfare/sdk";
import { useState } from "react";
import { ApplicationName } from "../../components/application-name.tsx";
import { Button } from "../../components/button.tsx";
import { CopyableId } from "../../components/copy-button.tsx";
import { Facts } from "../../components/figures.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { MetadataList } from "../../components/metadata-list.tsx";
import { PageHeader, Section } from "../../components/page-header.tsx";
import { RequireScope } from "../../components/require-scope.tsx";
import { Badge, Status } from "../../components/status.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { Time } from "../../components/time.tsx";
import { useKey } from "./data.ts";
import { EditKeyDialog } from "./edit-key-dialog.tsx";
import { KeyStatusMark } from "./key-status.tsx";
import { KeyUsage } from "./key-usage.tsx";
import { RevokeDialog } from "./revoke-dialog.tsx";
import { RollDialog } from "./roll-dialog.tsx";
import { SecretDialog } from "./secret-dialog.tsx";

const route = getRouteApi("/shell/keys/$id");

/** Key page: properties, usage and actions. */
export function KeyPage() {
  const { id } = route.useParams();
  const key = useKey(id);
  const back = <TextLink to="/keys">API keys</TextLink>;
  return (
    <Loaded query={key} label="key" head={<PageHeader title="API key" above={back} />}>
      {(apiKey) => (
        <>
          <PageHeader title={apiKey.name} above={back} actions={<KeyActions apiKey={apiKey} />} />
          <KeyFacts apiKey={apiKey} />
          <Section title="Usage in the last 30 days">
            <KeyUsage id={id} />
          </Section>
        </>
      )}
    </Loaded>
  );
}

function KeyActions({ apiKey }: { apiKey: Key }) {
  const [open, setOpen] = useState<"edit" | "roll" | "revoke" | null>(null);
  const [created, setCreated] = useState<NewKey | null>(null);
  const close = () => setOpen(null);
  return (
    <RequireScope scopes={["usage.write"]} action="change keys">
      {apiKey.status === "active" && (
        <>
          <Button onClick={() => setOpen("edit")}>Edit</Button>
          <Button onClick={() => setOpen("roll")}>Roll</Button>
          <Button kind="danger" onClick={() => setOpen("revoke")}>
            Revoke
          </Button>
        </>
      )}
      <EditKeyDialog apiKey={apiKey} open={open === "edit"} onClose={close} />
      <RollDialog apiKey={apiKey} open={open === "roll"} onClose={close} onRolled={setCreated} />
      <RevokeDialog apiKey={apiKey} open={open === "revoke"} onClose={close} />
      <SecretDialog created={created} onClose={() => setCreated(null)} />
    </RequireScope>
  );
}

function KeyFacts({ apiKey }: { apiKey: Key }) {
  return (
    <Facts
      facts={[
        ["Status", <KeyStatusMark key="state" {...apiKey} />],
        [
          "Key",
          <code key="hint" className="font-mono">
            {apiKey.hint}
          </code>,
        ],
        ["Id", <CopyableId key="id" id={apiKey.id} contentName="key id" />],
        [
          "Scopes",
          <span key="scopes" className="flex flex-wrap gap-1">
            {apiKey.scopes.map((scope) => (
              <Badge key={scope} mono>
                {scope}
              </Badge>
            ))}
          </span>,
        ],
        [
          "Application",
          apiKey.applicationId === null ? "None" : <ApplicationName key="app" id={apiKey.applicationId} />,
        ],
        ["Allowlist", <Allowlist key="list" apiKey={apiKey} />],
        ["Usage limits", <UsageLimitList key="limits" limits={apiKey.usageLimits} />],
        ["Metadata", <MetadataList key="metadata" metadata={apiKey.metadata} />],
        ["Created", <Time key="created" at={apiKey.createdAt} />],
        ["Expires", <Time key="expires" at={apiKey.expiresAt} />],
        [
          "Last used",
          <span key="used" className="flex flex-wrap items-center gap-x-3">
            <Time at={apiKey.lastUsedAt} />
            {apiKey.lastUsedAddress !== null && <span className="font-mono">from {apiKey.lastUsedAddress}</span>}
            {apiKey.idle && <Status tone="caution">Idle for 90 days</Status>}
          </span>,
        ],
        ...(apiKey.rolledTo === null ? [] : [["Rolled to", <RolledTo key="rolled" id={apiKey.rolledTo} />] as const]),
        ...(apiKey.revokedAt === null ? [] : [["Revoked", <Time key="revoked" at={apiKey.revokedAt} />] as const]),
      ]}
    />
  );
}

function Allowlist({ apiKey }: { apiKey: Key }) {
  if (apiKey.environment === "service") return "Not available for service keys";
  if (apiKey.ipAllowlist.length === 0) return "All addresses";
  return <span className="font-mono">{apiKey.ipAllowlist.join(", ")}</span>;
}

function UsageLimitList({ limits }: { limits: Key["usageLimits"] }) {
  const operations = (["searches", "bookings"] as const).flatMap((operation) => {
    const limit = limits[operation];
    return limit === null ? [] : [{ operation, ...limit }];
  });
  if (operations.length === 0) return "None";
  return (
    <ul>
      {operations.map(({ operation, max, period, used, resetsAt }) => (
        <li key={operation} className="flex flex-wrap items-center gap-x-2">
          <span>
            {used.toLocaleString("en")} of {max.toLocaleString("en")} {operation}{" "}
            {period === "day" ? "today" : "this month"}, resets
          </span>
          <Time at={resetsAt} />
          {used >= max && <Status tone="caution">Limit reached</Status>}
        </li>
      ))}
    </ul>
  );
}

function RolledTo({ id }: { id: string }) {
  return (
    <TextLink to="/keys/$id" params={{ id }} className="font-mono">
      {id}
    </TextLink>
  );
}
