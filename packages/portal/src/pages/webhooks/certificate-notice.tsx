import type { Webhook } from "@wayfare/sdk";
import { Notice } from "../../components/notice.tsx";
import { Time } from "../../components/time.tsx";
import { certificateState } from "./certificate-expiry.ts";

/** Notice for an endpoint whose client certificate expires within 30 days or has expired. */
export function CertificateNotice({ webhook: { certificateExpiresAt } }: { webhook: Webhook }) {
  if (certificateExpiresAt === null) return null;
  // In real time: certificates do not follow the test clock.
  const state = certificateState(certificateExpiresAt, Date.now());
  if (state === "valid") return null;
  const isExpired = state === "expired";
  return (
    <Notice
      tone={isExpired ? "critical" : "caution"}
      title={isExpired ? "Client certificate expired" : "Client certificate expires soon"}
    >
      <p>
        {isExpired ? "It expired" : "It expires"} <Time at={certificateExpiresAt} />. Servers refuse an expired
        certificate. Edit the endpoint and enter a new one; it is used from the next attempt.
      </p>
    </Notice>
  );
}
