export { signWebhook } from "./sign-webhook.ts";
export type { WebhookHeaders } from "./signature-header.ts";
export { type VerifyOptions, verifyWebhook } from "./verify-webhook.ts";
export type { WebhookEvent } from "./webhook-event.ts";
export type { RawBody } from "./webhook-signature.ts";
export { type WebhookRefusal, WebhookVerificationError } from "./webhook-verification-error.ts";
