import type { Account } from "@wayfare/sdk";
import { useState } from "react";
import { ActionProblem } from "../../components/action-problem.tsx";
import { Button } from "../../components/button.tsx";
import { Checkbox, TextArea } from "../../components/field.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Permitted } from "../../components/permitted.tsx";
import { Status } from "../../components/status.tsx";
import { readAllowlist } from "../../data/form-text.ts";
import { useMay } from "../../data/session.ts";
import { useAccount, useAllowlistActions } from "./allowlist-data.ts";
import { Trial } from "./allowlist-trial.tsx";

/** From where the account may be called. */
export function AllowlistSettings() {
  const account = useAccount();
  return (
    <Loaded query={account} label="allowlist">
      {(data) => <AllowlistForm account={data} />}
    </Loaded>
  );
}

/** A list is tried against recent traffic before it can be saved: one that shuts out callers should not be found out by them. */
function AllowlistForm({ account }: { account: Account }) {
  const [text, setText] = useState(account.ipAllowlist.join("\n"));
  const [tried, setTried] = useState<string | null>(null);
  const [force, setForce] = useState(false);
  const { trial, save } = useAllowlistActions();
  const mayWrite = useMay("usage.write");
  const list = readAllowlist(text);
  const isTried = tried === list.join(" ") && trial.data !== undefined;
  const shutsOut = isTried && trial.data.refused > 0;
  return (
    <div className="flex max-w-[68ch] flex-col gap-5">
      <p className="text-ink-2">
        Addresses that may call with a key of this account, test and live. A key’s own list narrows it further; service
        keys are bound to none. Left empty, every address may call.
      </p>
      <TextArea
        label="Addresses and CIDR ranges"
        mono
        rows={5}
        value={text}
        readOnly={!mayWrite}
        onChange={(event) => setText(event.target.value)}
        placeholder={"203.0.113.0/24\n2001:db8::/32"}
        hint="One a line."
      />
      <Permitted scopes={["usage.write"]} may="change it">
        <div className="flex flex-wrap items-center gap-3">
          <Button
            kind={isTried ? "secondary" : "primary"}
            busy={trial.isPending}
            onClick={() => trial.mutate(list, { onSuccess: () => setTried(list.join(" ")) })}
          >
            Try against recent traffic
          </Button>
          <Button
            kind={isTried ? "primary" : "secondary"}
            busy={save.isPending}
            disabled={!isTried || (shutsOut && !force)}
            onClick={() => save.mutate({ ipAllowlist: list, force })}
          >
            Save list
          </Button>
          <span role="status">{save.isSuccess && <Status tone="positive">Saved</Status>}</span>
        </div>
      </Permitted>
      {isTried && <Trial trial={trial.data} />}
      {shutsOut && (
        <Checkbox
          label="Save it although callers are shut out"
          checked={force}
          onChange={(event) => setForce(event.target.checked)}
        />
      )}
      <ActionProblem error={save.error ?? trial.error} />
    </div>
  );
}
