import type { Webhook } from "@wayfare/sdk";
import { ActionProblem } from "../../components/action-problem.tsx";
import { Button } from "../../components/button.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { Notice } from "../../components/notice.tsx";
import { Permitted } from "../../components/permitted.tsx";
import { useWebhookActions } from "../../data/webhooks.ts";

/** Where an endpoint is not sent to, or another url waits: why, what it has answered, and what to do. */
export function Challenge({ webhook }: { webhook: Webhook }) {
  const { status, pendingUrl, url, disabledReason } = webhook;
  if (status === "disabled") {
    return (
      <Notice tone="critical" title="Nothing is sent here any more" action={<VerifyButton webhook={webhook} />}>
        <p>{disabledReason}</p>
        <p>Events stay. Mend the endpoint, have it asked again, and deliver what it has missed.</p>
      </Notice>
    );
  }
  if (status === "pending_verification") {
    return (
      <Notice tone="accent" title="Waiting for the endpoint to answer the challenge">
        <p>We ask every ten seconds for a minute whether this address wants to be told.</p>
        <Answered webhook={webhook} />
        <HowToAnswer url={url} />
      </Notice>
    );
  }
  if (status === "verification_failed") {
    return (
      <Notice tone="critical" title="The challenge was not answered" action={<VerifyButton webhook={webhook} />}>
        <Answered webhook={webhook} />
        <HowToAnswer url={url} />
      </Notice>
    );
  }
  if (pendingUrl === null) return null;
  return (
    <Notice tone="caution" title="A new URL waits for its challenge" action={<VerifyButton webhook={webhook} />}>
      <p>
        <code className="font-mono text-13 wrap-anywhere">{pendingUrl}</code> takes over once it has answered; until
        then deliveries go to the old one.
      </p>
      <Answered webhook={webhook} />
      <HowToAnswer url={pendingUrl} />
    </Notice>
  );
}

function Answered({ webhook: { challengeFailure } }: { webhook: Webhook }) {
  if (challengeFailure === null) return null;
  return (
    <p>
      What it answered last: <strong className="font-semibold text-ink">{challengeFailure}</strong>
    </p>
  );
}

function HowToAnswer({ url }: { url: string }) {
  const separator = url.includes("?") ? "&" : "?";
  return (
    <>
      <p>Answer 200 with the token as the body, or as JSON:</p>
      <CodeBlock
        what="the challenge"
        code={`GET ${url}${separator}challenge=<token>\nSVC-Challenge: <token>\n\nHTTP/1.1 200 OK\n\n{"challenge":"<token>"}`}
      />
    </>
  );
}

function VerifyButton({ webhook }: { webhook: Webhook }) {
  const { verify } = useWebhookActions();
  return (
    <Permitted scopes={["usage.write"]} may="have it asked again">
      <Button kind="primary" busy={verify.isPending} onClick={() => verify.mutate(webhook.id)}>
        Send the challenge again
      </Button>
      <ActionProblem error={verify.error} />
    </Permitted>
  );
}
