export type { Clock } from "./client/clock.ts";
export {
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  InvalidResponseError,
  NotFoundError,
  PermissionError,
  QuotaError,
  RateLimitError,
  ServiceError,
  TimeoutError,
  ValidationError,
  WayfareError,
} from "./client/errors.ts";
export type { OperationId, QueryOf, ResponseOf } from "./client/operations.ts";
export type { CreateOptions, RequestOptions, SentRequest, SentResponse, WayfareOptions } from "./client/options.ts";
export { type Page, Pages } from "./client/pages.ts";
export { type RateLimitState, type ResponseInfo, readResponseInfo, responseOf } from "./client/response-info.ts";
export type { CompactSearchRequest, FullSearchRequest, SearchMethod } from "./client/search-method.ts";
export { assembleSearch, type SearchPart } from "./client/search-parts.ts";
export type { AppInfo } from "./client/user-agent.ts";
export { describeCancellationCost, describeConditions } from "./conditions/describe-conditions.ts";
export type * from "./generated/types.ts";
export { version } from "./generated/version.ts";
export { type CalendarCell, type CalendarCellAward, listCalendarCells } from "./resources/calendar-cells.ts";
export { Wayfare } from "./wayfare.ts";
export { signWebhook } from "./webhooks/sign-webhook.ts";
export type { WebhookHeaders } from "./webhooks/signature-header.ts";
export { type VerifyOptions, verifyWebhook } from "./webhooks/verify-webhook.ts";
export type { RawBody } from "./webhooks/webhook-signature.ts";
export { type WebhookErrorReason, WebhookVerificationError } from "./webhooks/webhook-verification-error.ts";
