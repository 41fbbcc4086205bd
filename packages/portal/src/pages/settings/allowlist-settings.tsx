import type { Account } from "@wayfare/sdk";
import { useState } from "react";
import { ActionProblem } from "../../components/action-problem.tsx";
import { Button } from "../../components/button.tsx";
import { Checkbox, TextArea } from "../../components/field.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { RequireScope } from "../../components/require-scope.tsx";
import { Status } from "../../components/status.tsx";
import { readAllowlist } from "../../data/form-text.ts";
import { useHasScope } from "../../data/session.ts";
import { useAccount, useAllowlistActions } from "./allowlist-data.ts";
import { AllowlistTestResult } from "./allowlist-test-result.tsx";

/** Allowlist tab. */
export function AllowlistSettings() {
  const account = useAccount();
  return (
    <Loaded query={account} label="allowlist">
      {(data) => <AllowlistForm account={data} />}
    </Loaded>
  );
}

/** Form of the account's allowlist. A list must be tested against recent traffic before it can be saved. */
function AllowlistForm({ account }: { account: Account }) {
  const [text, setText] = useState(account.ipAllowlist.join("\n"));
  const [tested, setTested] = useState<string | null>(null);
  const [force, setForce] = useState(false);
  const { test, save } = useAllowlistActions();
  const mayWrite = useHasScope("usage.write");
  const list = readAllowlist(text);
  const isTested = tested === list.join(" ") && test.data !== undefined;
  const blocksCallers = isTested && test.data.refused > 0;
  return (
    <div className="flex max-w-[68ch] flex-col gap-5">
      <p className="text-ink-2">
        IP addresses that can use the API keys of this account, test and live. The allowlist of a key restricts it
        further. Allowlists do not apply to service keys. An empty list allows all addresses.
      </p>
      <TextArea
        label="IP addresses and CIDR ranges"
        mono
        rows={5}
        value={text}
        readOnly={!mayWrite}
        onChange={(event) => setText(event.target.value)}
        placeholder={"203.0.113.0/24\n2001:db8::/32"}
        hint="One per line."
      />
      <RequireScope scopes={["usage.write"]} action="change the allowlist">
        <div className="flex flex-wrap items-center gap-3">
          <Button
            kind={isTested ? "secondary" : "primary"}
            busy={test.isPending}
            onClick={() => test.mutate(list, { onSuccess: () => setTested(list.join(" ")) })}
          >
            Test against recent traffic
          </Button>
          <Button
            kind={isTested ? "primary" : "secondary"}
            busy={save.isPending}
            disabled={!isTested || (blocksCallers && !force)}
            onClick={() => save.mutate({ ipAllowlist: list, force })}
          >
            Save allowlist
          </Button>
          <span role="status">{save.isSuccess && <Status tone="positive">Saved</Status>}</span>
        </div>
      </RequireScope>
      {isTested && <AllowlistTestResult result={test.data} />}
      {blocksCallers && (
        <Checkbox
          label="Save anyway (blocks existing callers)"
          checked={force}
          onChange={(event) => setForce(event.target.checked)}
        />
      )}
      <ActionProblem error={save.error ?? test.error} />
    </div>
  );
}
