import { ActionProblem } from "../../components/action-problem.tsx";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { Status } from "../../components/status.tsx";
import { useSsoActions } from "./sso-data.ts";

/** Reads the discovery document and the keys of the saved provider, and shows what to fix. */
export function SsoTestButton() {
  const { test } = useSsoActions();
  const problem = test.data?.problem ?? null;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Button busy={test.isPending} onClick={() => test.mutate()}>
          Test connection
        </Button>
        <span role="status">{test.data?.ok === true && <Status tone="positive">The provider can be used</Status>}</span>
      </div>
      {problem !== null && (
        <Notice tone="critical" title="The provider cannot be used">
          <p className="wrap-anywhere">{problem}</p>
        </Notice>
      )}
      <ActionProblem error={test.error} />
    </div>
  );
}
