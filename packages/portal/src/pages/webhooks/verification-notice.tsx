import type { VerificationStarted, Webhook } from "@wayfare/sdk";
import { ActionProblem } from "../../components/action-problem.tsx";
import { Button } from "../../components/button.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { Notice } from "../../components/notice.tsx";
import { RequireScope } from "../../components/require-scope.tsx";
import { toast } from "../../components/toast.tsx";
import { useWebhookActions } from "../../data/webhooks.ts";

/** Notice for an endpoint that is disabled or not verified, or has a new URL to verify: the reason and the next step. */
export function VerificationNotice({ webhook }: { webhook: Webhook }) {
  const { status, pendingUrl, url, disabledReason } = webhook;
  if (status === "disabled") {
    return (
      <Notice tone="critical" title="Endpoint disabled" action={<VerifyButton webhook={webhook} />}>
        <p>{disabledReason}</p>
        <p>Events are kept. Fix your endpoint, verify it again, then replay missed events.</p>
      </Notice>
    );
  }
  if (status === "pending_verification") {
    return (
      <Notice tone="accent" title="Verifying endpoint">
        <p>Wayfare sends a challenge to the URL every 10 seconds for 1 minute.</p>
        <LastResult webhook={webhook} />
        <ChallengeExample url={url} />
      </Notice>
    );
  }
  if (status === "verification_failed") {
    return (
      <Notice tone="critical" title="Endpoint not verified" action={<VerifyButton webhook={webhook} />}>
        <LastResult webhook={webhook} />
        <ChallengeExample url={url} />
      </Notice>
    );
  }
  if (pendingUrl === null) return null;
  return (
    <Notice tone="caution" title="New URL not verified" action={<VerifyButton webhook={webhook} />}>
      <p>
        Deliveries go to the old URL until <code className="font-mono text-13 wrap-anywhere">{pendingUrl}</code> is
        verified.
      </p>
      <LastResult webhook={webhook} />
      <ChallengeExample url={pendingUrl} />
    </Notice>
  );
}

function LastResult({ webhook: { challengeFailure } }: { webhook: Webhook }) {
  if (challengeFailure === null) return null;
  return (
    <p>
      Last result: <strong className="font-semibold text-ink">{challengeFailure}</strong>
    </p>
  );
}

function ChallengeExample({ url }: { url: string }) {
  const separator = url.includes("?") ? "&" : "?";
  return (
    <>
      <p>To verify the URL, return status 200 with the token as the body, as text or JSON:</p>
      <CodeBlock
        contentName="challenge"
        code={`GET ${url}${separator}challenge=<token>\nSVC-Challenge: <token>\n\nHTTP/1.1 200 OK\n\n{"challenge":"<token>"}`}
      />
    </>
  );
}

/** Says how many events the endpoint has missed, which a replay delivers. */
function showMissed({ missedEvents }: VerificationStarted): void {
  if (missedEvents === null) return;
  const { matched, matchedIsMinimum } = missedEvents;
  const count = `${matchedIsMinimum ? "At least " : ""}${matched} ${matched === 1 ? "event was" : "events were"}`;
  toast(`${count} not delivered. When the endpoint is active, replay them.`);
}

function VerifyButton({ webhook }: { webhook: Webhook }) {
  const { verify } = useWebhookActions();
  return (
    <RequireScope scopes={["usage.write"]} action="verify endpoints">
      <Button
        kind="primary"
        busy={verify.isPending}
        onClick={() => verify.mutate(webhook.id, { onSuccess: showMissed })}
      >
        Verify again
      </Button>
      <ActionProblem error={verify.error} />
    </RequireScope>
  );
}
