import { signWebhook } from "@wayfare/sdk";
import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/field.tsx";
import { Status } from "../../components/status.tsx";
import { readText } from "../../data/form-text.ts";

interface SecretCheckProps {
  timestamp: string;
  body: string;
  /** What the attempt carried as `v1`. */
  digest: string;
}

/** Signs the base string in the browser with a secret that is typed in; the secret leaves neither the page nor the field. */
export function SecretCheck({ timestamp, body, digest }: SecretCheckProps) {
  const [made, setMade] = useState<string | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const secret = readText(new FormData(event.currentTarget), "secret").trim();
    const header = await signWebhook(body, secret, Number(timestamp));
    setMade(header.slice(header.indexOf("v1=") + 3));
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
      <p className="text-12 text-ink-3">It is computed in this browser; the secret is not sent anywhere.</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-13">
        <dt className="text-ink-3">Sent</dt>
        <dd className="font-mono text-12 break-all">{digest}</dd>
        {made !== null && (
          <>
            <dt className="text-ink-3">Yours</dt>
            <dd className="font-mono text-12 break-all">{made}</dd>
          </>
        )}
      </dl>
      <p role="status">
        {made !== null && (
          <Status tone={made === digest ? "positive" : "critical"}>
            <span className="whitespace-normal">
              {made === digest
                ? "They are the same. If your program refuses it, it signs other bytes: look for a parser before it."
                : "They differ. This is another endpoint’s secret, one from before a rotation, or it is cut off."}
            </span>
          </Status>
        )}
      </p>
    </form>
  );
}
