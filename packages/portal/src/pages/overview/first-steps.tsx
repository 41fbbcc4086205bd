import { useState } from "react";
import { ActionProblem } from "../../components/action-problem.tsx";
import { Button, ButtonLink } from "../../components/button.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { exampleSearch, renderCurl } from "../../components/search-snippets.ts";
import { useHasScope } from "../../data/session.ts";
import { useCreateSearchKey, useNewestKey } from "./data.ts";

/** Empty state of the overview, with a first request and the key that it needs. */
export function FirstSteps() {
  const mayCreate = useHasScope("usage.write");
  const create = useCreateSearchKey();
  const newest = useNewestKey();
  const [secret, setSecret] = useState<string>();
  const curl = renderCurl(location.origin, exampleSearch());
  return (
    <EmptyState
      title="No API requests in the last 24 hours"
      action={
        <div className="flex flex-wrap gap-2">
          {mayCreate && secret === undefined && (
            <Button
              kind="primary"
              busy={create.isPending}
              onClick={() => create.mutate(undefined, { onSuccess: (key) => setSecret(key.secret) })}
            >
              Create a key for this command
            </Button>
          )}
          <ButtonLink to="/flights">Open flight explorer</ButtonLink>
        </div>
      }
    >
      {secret === undefined ? (
        <p>
          With an API key in WAYFARE_KEY, this command searches flights in cash and miles.
          {newest !== undefined && (
            <>
              {" "}
              Use the key <span className="wrap-anywhere">{newest.name}</span>{" "}
              <code className="font-mono text-13">{newest.hint}</code>
              {newest.name === "First key" && ", which the first start printed in the terminal"}.
            </>
          )}
        </p>
      ) : (
        <p>The command contains a new key, which can only search. Copy it now: it is shown once.</p>
      )}
      <CodeBlock contentName="command" code={secret === undefined ? curl : `export WAYFARE_KEY=${secret}\n${curl}`} />
      <ActionProblem error={create.error} />
    </EmptyState>
  );
}
