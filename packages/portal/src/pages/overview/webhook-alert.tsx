import type { Overview } from "@wayfare/contract";
import { Notice } from "../../components/notice.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { alertOf } from "../../data/webhook-alerts.ts";

/** Notice at the top of the overview about failing and disabled webhook endpoints. */
export function WebhookAlertNotice({ unhealthy }: { unhealthy: Overview["unhealthyWebhooks"] }) {
  const alert = alertOf(unhealthy);
  if (alert === null) return null;
  return (
    <Notice tone={alert.tone} title={alert.title} action={<TextLink to="/webhooks">Show endpoints</TextLink>}>
      <p>{alert.text}</p>
    </Notice>
  );
}
