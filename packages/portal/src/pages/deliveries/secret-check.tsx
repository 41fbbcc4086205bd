import { signWebhook } from "@wayfare/sdk";
import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/field.tsx";
import { Status } from "../../components/status.tsx";
import { readText } from "../../data/form-text.ts";

interface SecretCheckProps {
  timestamp: string;
  body: string;
  /** `v1` of the attempt's signature. */
  digest: string;
}

/** Form that signs the base string with a secret in the browser. The secret is not sent or stored. */
export function SecretCheck({ timestamp, body, digest }: SecretCheckProps) {
  const [computed, setComputed] = useState<string | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const secret = readText(new FormData(event.currentTarget), "secret").trim();
    const header = await signWebhook(body, secret, Number(timestamp));
    setComputed(header.slice(header.indexOf("v1=") + 3));
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="flex max-w-[68ch] flex-col gap-2">
      <div className="flex items-end gap-2">
        <TextField
          label="Try your secret"
          name="secret"
          type="password"
          mono
          required
          placeholder="whsec_…"
          className="grow"
        />
        <Button type="submit">Compare</Button>
      </div>
      <p className="text-12 text-ink-3">Computed in your browser. The secret is not sent.</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-13">
        <dt className="text-ink-3">Sent</dt>
        <dd className="font-mono text-12 break-all">{digest}</dd>
        {computed !== null && (
          <>
            <dt className="text-ink-3">Yours</dt>
            <dd className="font-mono text-12 break-all">{computed}</dd>
          </>
        )}
      </dl>
      <p role="status">
        {computed !== null && (
          <Status tone={computed === digest ? "positive" : "critical"}>
            <span className="whitespace-normal">
              {computed === digest
                ? "The signatures match. If your program rejects the delivery, it does not verify the raw body: check for a JSON parser before it."
                : "The signatures differ. The secret may be of another endpoint, rotated or incomplete."}
            </span>
          </Status>
        )}
      </p>
    </form>
  );
}
