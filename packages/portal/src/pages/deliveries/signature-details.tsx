import type { Attempt, EventOf } from "@wayfare/sdk";
import { CodeBlock } from "../../components/code-block.tsx";
import { Time } from "../../components/time.tsx";
import { readSignature, renderDeliveryBody, renderDigestCommand } from "./base-string.ts";
import { SecretCheck } from "./secret-check.tsx";

interface SignatureDetailsProps {
  attempt: Attempt;
  event: EventOf;
  deliveryId: string;
}

/** Explanation of an attempt's signature: the signed text, the reasons for its parts, and a form to check a secret. */
export function SignatureDetails({ attempt, event, deliveryId }: SignatureDetailsProps) {
  const signature = readSignature(attempt.requestHeaders);
  if (signature === null) return <p className="text-ink-2">The latest attempt has no signature.</p>;
  const { timestamp, digest } = signature;
  const body = renderDeliveryBody(event, deliveryId);
  const at = new Date(Number(timestamp) * 1000).toISOString();
  return (
    <div className="flex flex-col gap-5">
      <p className="max-w-[68ch] text-ink-2">
        Attempt {attempt.number} was sent with <code className="font-mono text-13">SVC-Signature: t=…,v1=…</code>. The
        value <code className="font-mono text-13">v1</code> is the HMAC-SHA256 of the base string. The key is the whole
        secret, including <code className="font-mono text-13">whsec_</code>. The base string has three parts:
      </p>
      <dl className="grid gap-x-6 gap-y-3 text-13 wide:grid-cols-[11rem_minmax(0,1fr)]">
        <dt className="font-mono font-medium text-accent">{timestamp}</dt>
        <dd className="max-w-[68ch]">
          <strong className="font-semibold">Timestamp</strong> of the signature, the same as{" "}
          <code className="font-mono">t</code>: <Time at={at} show="instant" /> (real time, not the test clock). Reject
          deliveries that are more than 300 seconds off, to prevent replay attacks.
        </dd>
        <dt className="font-mono font-medium text-accent">.</dt>
        <dd className="max-w-[68ch]">
          <strong className="font-semibold">Period</strong> that separates timestamp and body.
        </dd>
        <dt className="font-mono font-medium text-accent">{'{"id":…}'}</dt>
        <dd className="max-w-[68ch]">
          <strong className="font-semibold">Raw body</strong>, {new TextEncoder().encode(body).length} bytes as
          received. Do not parse and serialize the JSON before verification: different bytes have a different digest.
          All attempts have the same body, but each has its own timestamp and signature.
        </dd>
      </dl>
      <div>
        <h3 className="pb-1.5 text-12 font-medium text-ink-2">Base string</h3>
        <CodeBlock contentName="base string" code={`${timestamp}.${body}`} />
      </div>
      <SecretCheck timestamp={timestamp} body={body} digest={digest} />
      <details>
        <summary className="text-13 text-accent">Verify on the command line</summary>
        <div className="pt-2">
          <CodeBlock contentName="command" code={renderDigestCommand(timestamp, body)} />
        </div>
      </details>
    </div>
  );
}
