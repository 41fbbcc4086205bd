import type { Attempt, EventOf } from "@wayfare/sdk";
import { CodeBlock } from "../../components/code-block.tsx";
import { Time } from "../../components/time.tsx";
import { readSignature, renderDeliveryBody, renderDigestCommand } from "./base-string.ts";
import { SecretCheck } from "./secret-check.tsx";

interface SignatureExplainedProps {
  attempt: Attempt;
  event: EventOf;
  deliveryId: string;
}

/** The signature of an attempt taken apart: what was signed, why exactly that, and a place to try a secret. */
export function SignatureExplained({ attempt, event, deliveryId }: SignatureExplainedProps) {
  const signature = readSignature(attempt.requestHeaders);
  if (signature === null) return <p className="text-ink-2">The newest attempt carries no signature.</p>;
  const { timestamp, digest } = signature;
  const body = renderDeliveryBody(event, deliveryId);
  const at = new Date(Number(timestamp) * 1000).toISOString();
  return (
    <div className="flex flex-col gap-5">
      <p className="max-w-[68ch] text-ink-2">
        Attempt {attempt.number} carried <code className="font-mono text-13">SVC-Signature: t=…,v1=…</code>. The value{" "}
        <code className="font-mono text-13">v1</code> is the HMAC-SHA256 of the base string under the whole secret,{" "}
        <code className="font-mono text-13">whsec_</code> included. The base string has three parts:
      </p>
      <dl className="grid gap-x-6 gap-y-3 text-13 wide:grid-cols-[11rem_minmax(0,1fr)]">
        <dt className="font-mono font-medium text-accent">{timestamp}</dt>
        <dd className="max-w-[68ch]">
          <strong className="font-semibold">The time</strong> at which it was signed, <Time at={at} show="instant" /> on
          the wall’s clock, as in <code className="font-mono">t</code>. It is signed too, so that nobody can send an old
          delivery again under a new time: refuse what is more than 300 seconds off.
        </dd>
        <dt className="font-mono font-medium text-accent">.</dt>
        <dd className="max-w-[68ch]">
          <strong className="font-semibold">One point</strong> between them, so that no digit can wander from the time
          into the body.
        </dd>
        <dt className="font-mono font-medium text-accent">{'{"id":…}'}</dt>
        <dd className="max-w-[68ch]">
          <strong className="font-semibold">The raw body</strong>, {new TextEncoder().encode(body).length} bytes as they
          arrived. JSON that was parsed and written again has the same meaning and other bytes, and other bytes have
          another digest. Each attempt has the same body and a time of its own, so each has a signature of its own.
        </dd>
      </dl>
      <div>
        <h3 className="pb-1.5 text-12 font-medium text-ink-2">Base string</h3>
        <CodeBlock what="base string" code={`${timestamp}.${body}`} />
      </div>
      <SecretCheck timestamp={timestamp} body={body} digest={digest} />
      <details>
        <summary className="text-13 text-accent">The same by hand</summary>
        <div className="pt-2">
          <CodeBlock what="command" code={renderDigestCommand(timestamp, body)} />
        </div>
      </details>
    </div>
  );
}
