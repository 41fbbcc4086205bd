import { getRouteApi } from "@tanstack/react-router";
import type { LoggedRequest } from "@wayfare/sdk";
import { ApplicationName } from "../../components/application-name.tsx";
import { CallerName } from "../../components/caller-name.tsx";
import { CopyableId } from "../../components/copy-button.tsx";
import { Facts } from "../../components/figures.tsx";
import { HttpStatus } from "../../components/http-status.tsx";
import { KeyName } from "../../components/key-name.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { Time } from "../../components/time.tsx";
import { formatMilliseconds } from "../../components/time-format.ts";
import { useRequest } from "./data.ts";

const route = getRouteApi("/shell/requests/$id");

/** Request page. */
export function RequestPage() {
  const { id } = route.useParams();
  const query = useRequest(id);
  const back = <TextLink to="/requests">Requests</TextLink>;
  return (
    <Loaded query={query} label="request" head={<PageHeader title="Request" above={back} />}>
      {(request) => (
        <>
          <PageHeader title={`${request.method} ${request.route}`} above={back} />
          <RequestFacts request={request} />
          <p className="pt-4 text-13">
            <TextLink
              to="/requests"
              search={{ route: request.route, ...(request.keyId === null && { callerType: "user" }) }}
            >
              All requests to this route
            </TextLink>
          </p>
        </>
      )}
    </Loaded>
  );
}

function RequestFacts({ request }: { request: LoggedRequest }) {
  const { id, createdAt, status, durationMs, address, operation, applicationId, keyId } = request;
  return (
    <Facts
      facts={[
        ["Status", <HttpStatus key="status" status={status} />],
        [
          "Duration",
          <span key="duration" className="font-mono">
            {formatMilliseconds(durationMs)}
          </span>,
        ],
        ["Time", <Time key="time" at={createdAt} />],
        [
          "Caller",
          keyId === null ? (
            <CallerName key="caller" {...request} />
          ) : (
            <TextLink key="caller" to="/keys/$id" params={{ id: keyId }}>
              <KeyName id={keyId} />
            </TextLink>
          ),
        ],
        ...(applicationId === null
          ? []
          : [["Application", <ApplicationName key="application" id={applicationId} />] as const]),
        [
          "IP address",
          <span key="address" className="font-mono">
            {address}
          </span>,
        ],
        ["Counts as", operation ?? "Not billable"],
        ["Request id", <CopyableId key="id" id={id} contentName="request id" />],
      ]}
    />
  );
}
