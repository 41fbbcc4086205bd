import type { OAuthConsent } from "@wayfare/contract";
import { type FormEvent, useState } from "react";
import { ActionProblem } from "../../components/action-problem.tsx";
import { Button } from "../../components/button.tsx";
import { CheckboxGroup } from "../../components/checkbox-group.tsx";
import { Checkbox } from "../../components/field.tsx";
import { Facts } from "../../components/figures.tsx";
import { Notice } from "../../components/notice.tsx";
import { Select } from "../../components/select.tsx";
import { readUsageLimits, UsageLimitFields } from "../../components/usage-limit-fields.tsx";
import { useGrant } from "../../data/oauth.ts";
import { useHasScope, useSession } from "../../data/session.ts";
import { dayChoices, scopeTexts, spendingText } from "./consent-texts.ts";

interface ConsentProps {
  asked: OAuthConsent;
  /** Query of the client. */
  query: string;
}

/** The request of a client, and the choices of the user. */
export function Consent({ asked, query }: ConsentProps) {
  const mayGrant = useHasScope("usage.write");
  const { role } = useSession();
  const { redirect, error } = asked;
  const blocked = error ?? (mayGrant ? null : `Your role ${role} cannot create API keys. Ask an owner or a developer.`);
  return (
    <>
      <Requester asked={asked} />
      {blocked === null ? (
        <GrantForm asked={asked} query={query} />
      ) : (
        <>
          <Notice tone="critical" title="Access cannot be granted">
            <p>{blocked}</p>
          </Notice>
          <Button className="self-start" onClick={() => location.assign(asked.refusalUrl)}>
            Return to {redirect.host}
          </Button>
        </>
      )}
    </>
  );
}

/** The name is a text of the client. The host is the only fact that a reader can check. */
function Requester({ asked: { clientName, redirect, account } }: Pick<ConsentProps, "asked">) {
  return (
    <>
      <Facts
        facts={[
          ["Client", <bdi key="name">“{clientName}”</bdi>],
          [
            "Gets the key at",
            <span key="host" className="font-mono wrap-anywhere">
              {redirect.host}
              {redirect.isLoopback && <span className="font-sans text-ink-3"> (this computer)</span>}
            </span>,
          ],
          ["Account", account.name],
        ]}
      />
      <p className="text-13 text-ink-2">
        The client chose its name, which is not verified. Continue only if you have just started this connection{" "}
        {redirect.isLoopback ? (
          "with a program on this computer"
        ) : (
          <>
            and trust <bdi>{redirect.host}</bdi>
          </>
        )}
        .
      </p>
    </>
  );
}

type Environment = "test" | "live";

/** More than a conversation needs, and little enough to notice a client that repeats itself. */
const suggestedLimits = {
  searches: { max: 200, period: "day" },
  bookings: { max: 5, period: "day" },
} as const;

function GrantForm({ asked, query }: ConsentProps) {
  const grant = useGrant();
  const [environment, setEnvironment] = useState<Environment>("test");
  const [days, setDays] = useState("30");
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const scopes = asked.scopes.filter((scope) => form.has(scope));
    setError(scopes.length === 0 ? "Choose at least one." : undefined);
    if (scopes.length === 0) return;
    const { searches, bookings } = readUsageLimits(form);
    const usageLimits = { ...(searches && { searches }), ...(bookings && { bookings }) };
    grant.mutate({ query, scopes, environment, days: Number(days), usageLimits });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <CheckboxGroup legend="The client may" error={error}>
        <div className="flex flex-col gap-2">
          {asked.scopes.map((scope) => (
            <Checkbox
              key={scope}
              name={scope}
              label={scopeTexts[scope].label}
              hint={scopeTexts[scope].hint}
              defaultChecked={scope === "flights.search"}
            />
          ))}
        </div>
      </CheckboxGroup>
      <Select
        label="Data"
        value={environment}
        choices={[
          { value: "test", label: "Test: simulated flights" },
          { value: "live", label: "Live: real flights and bookings" },
        ]}
        onChange={setEnvironment}
        hint={spendingText(environment, asked.plan)}
      />
      <Select
        label="Access ends after"
        value={days}
        choices={dayChoices}
        onChange={setDays}
        hint="You can end it earlier: revoke its key under API keys."
      />
      <UsageLimitFields
        initial={suggestedLimits}
        offered={asked.scopes.includes("flights.book") ? ["searches", "bookings"] : ["searches"]}
      />
      <ActionProblem error={grant.error} />
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" type="submit" busy={grant.isPending} disabled={grant.isSuccess}>
          Allow access
        </Button>
        <Button onClick={() => location.assign(asked.refusalUrl)}>Refuse</Button>
      </div>
    </form>
  );
}
