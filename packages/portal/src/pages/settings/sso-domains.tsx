import type { SsoSettings } from "@wayfare/contract";
import { type FormEvent, useId } from "react";
import { ActionProblem } from "../../components/action-problem.tsx";
import { Button } from "../../components/button.tsx";
import { CopyableId } from "../../components/copy-button.tsx";
import { Checkbox, TextField } from "../../components/field.tsx";
import { Status } from "../../components/status.tsx";
import { readText } from "../../data/form-text.ts";
import { useSsoActions } from "./sso-data.ts";

type Domain = SsoSettings["domains"][number];

interface SsoDomainsProps {
  domains: readonly Domain[];
  /** True if an owner has signed in with the connection. */
  tried: boolean;
}

/** Email domains of the account, and a form to add one. */
export function SsoDomains({ domains, tried }: SsoDomainsProps) {
  const { addDomain } = useSsoActions();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const domain = readText(new FormData(form), "domain").trim().toLowerCase();
    addDomain.mutate(domain, { onSuccess: () => form.reset() });
  };
  return (
    <div className="flex max-w-[68ch] flex-col gap-5">
      <p className="text-ink-2">
        The sign-in page opens your provider for addresses of these domains, and users of the provider are matched by
        address only in verified domains. A domain belongs to one account, and is verified once: the TXT record can be
        removed afterwards.
      </p>
      {domains.length > 0 && (
        <ul className="flex flex-col divide-y divide-line border-y border-line">
          {domains.map((each) => (
            <DomainItem key={each.domain} domain={each} tried={tried} />
          ))}
        </ul>
      )}
      <form onSubmit={submit} className="flex flex-col items-start gap-3">
        <TextField label="Domain" name="domain" placeholder="example.com" required className="w-full max-w-80" />
        <Button type="submit" busy={addDomain.isPending}>
          Add domain
        </Button>
        <ActionProblem error={addDomain.error} />
      </form>
    </div>
  );
}

function DomainItem({ domain: { domain, record, verifiedAt, forced }, tried }: { domain: Domain; tried: boolean }) {
  const { verify, force, removeDomain } = useSsoActions();
  const headingId = useId();
  const isVerified = verifiedAt !== null;
  const canForce = isVerified && (tried || forced);
  return (
    <li aria-labelledby={headingId} className="flex flex-col gap-3 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 id={headingId} className="min-w-0 font-medium wrap-anywhere">
          {domain}
        </h3>
        <Status tone={isVerified ? "positive" : "caution"}>{isVerified ? "Verified" : "Not verified"}</Status>
      </div>
      {!isVerified && <RecordToAdd record={record} />}
      {isVerified && (
        <Checkbox
          label="Require single sign-on for addresses of this domain"
          checked={force.isPending ? force.variables.forced : forced}
          disabled={!canForce || force.isPending}
          onChange={(event) => force.mutate({ domain, forced: event.target.checked })}
          hint={canForce ? undefined : "Possible after an owner has signed in with this connection."}
        />
      )}
      <ActionProblem error={verify.error ?? force.error ?? removeDomain.error} />
      <div className="flex flex-wrap gap-2">
        {!isVerified && (
          <Button busy={verify.isPending} onClick={() => verify.mutate(domain)}>
            Verify {domain}
          </Button>
        )}
        <Button busy={removeDomain.isPending} onClick={() => removeDomain.mutate(domain)}>
          Remove {domain}
        </Button>
      </div>
    </li>
  );
}

function RecordToAdd({ record: { name, value } }: Pick<Domain, "record">) {
  return (
    <dl className="grid gap-x-4 gap-y-1 text-13 wide:grid-cols-[8rem_1fr]">
      <dt className="text-ink-3">TXT record</dt>
      <dd className="min-w-0">
        <CopyableId id={name} contentName="name of the record" />
      </dd>
      <dt className="text-ink-3">Value</dt>
      <dd className="min-w-0">
        <CopyableId id={value} contentName="value of the record" />
      </dd>
    </dl>
  );
}
