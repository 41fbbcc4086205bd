import { getRouteApi } from "@tanstack/react-router";
import type { LoggedRequest } from "@wayfare/sdk";
import { CopyableId } from "../../components/copy-button.tsx";
import { Facts } from "../../components/figures.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Problem } from "../../components/problem.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { Time } from "../../components/time.tsx";
import { formatMilliseconds } from "../../components/time-format.ts";
import { Waiting } from "../../components/waiting.tsx";
import { ApplicationName } from "../applications/application-name.tsx";
import { CallerName, useKeyNames } from "./caller-name.tsx";
import { useRequest } from "./data.ts";
import { HttpStatus } from "./http-status.tsx";

const route = getRouteApi("/shell/requests/$id");

/** One request of the log. */
export function RequestPage() {
  const { id } = route.useParams();
  const request = useRequest(id);
  const back = <TextLink to="/requests">Requests</TextLink>;
  if (request.data === undefined) {
    return (
      <>
        <PageHeader title="Request" above={back} />
        {request.error === null ? (
          <Waiting label="request" />
        ) : (
          <Problem error={request.error} onRetry={() => void request.refetch()} />
        )}
      </>
    );
  }
  return (
    <>
      <PageHeader title={`${request.data.method} ${request.data.route}`} above={back} />
      <RequestFacts request={request.data} />
      <p className="pt-4 text-13">
        <TextLink to="/requests" search={{ route: request.data.route }}>
          Every request to this route
        </TextLink>
      </p>
    </>
  );
}

function RequestFacts({ request }: { request: LoggedRequest }) {
  const { id, at, status, durationMs, address, operation, applicationId, keyId } = request;
  const names = useKeyNames();
  return (
    <Facts
      facts={[
        ["Status", <HttpStatus key="status" status={status} />],
        [
          "Took",
          <span key="took" className="font-mono">
            {formatMilliseconds(durationMs)}
          </span>,
        ],
        ["At", <Time key="at" at={at} />],
        [
          "Caller",
          keyId === null ? (
            <CallerName key="caller" {...request} names={names} />
          ) : (
            <TextLink key="caller" to="/keys/$id" params={{ id: keyId }}>
              {names.get(keyId) ?? keyId}
            </TextLink>
          ),
        ],
        ...(applicationId === null
          ? []
          : [["Application", <ApplicationName key="application" id={applicationId} />] as const]),
        [
          "From",
          <span key="from" className="font-mono">
            {address}
          </span>,
        ],
        ["Counted as", operation ?? "Nothing: it counts against no plan"],
        ["Request id", <CopyableId key="id" id={id} what="request id" />],
      ]}
    />
  );
}
