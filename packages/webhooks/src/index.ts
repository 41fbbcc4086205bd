export type { Attempt as DeliveryAttempt } from "./dispatcher/attempt.ts";
export { type Dispatcher, type DispatcherParts, startDispatcher } from "./dispatcher/dispatcher.ts";
export type { DeliveryObserver } from "./dispatcher/observed-store.ts";
export { retryDelaysMs } from "./dispatcher/schedule.ts";
export { challengeAnew, isServed } from "./endpoints/challenge.ts";
export { type ChallengeParts, runChallenges, startChallenges } from "./endpoints/challenge-runner.ts";
export { cancelDeliveries, holdDeliveries, releaseDeliveries } from "./endpoints/open-deliveries.ts";
export type { EndpointRecord } from "./endpoints/record.ts";
export { runReplays } from "./endpoints/replay-runner.ts";
export {
  countReplay,
  findReplay,
  insertReplay,
  type ReplayOrder,
  type ReplayRecord,
  replaysChannel,
} from "./endpoints/replays.ts";
export {
  announceChallenge,
  countEndpoints,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  listEndpointsOfApplication,
  markEndpointDeleted,
  updateEndpoint,
} from "./endpoints/store.ts";
export { startWaking } from "./endpoints/waking-loop.ts";
export {
  addDeliveries,
  deliveriesChannel,
  insertEvent,
  type NewEvent,
  recordEvent,
  recordEvents,
} from "./events/events.ts";
export { type ClearedWebhooks, clearWebhooks, makeWebhookDays } from "./events/retention.ts";
export {
  findDelivery,
  listAttempts,
  listDeliveries,
  listLateDeliveries,
  restartDelivery,
} from "./history/deliveries.ts";
export { findEvent, listEvents } from "./history/events.ts";
export { countDeliveries, listUnhealthyWebhooks } from "./history/health.ts";
export { makeWebhookSecret, type SecretBox } from "./signing/secrets.ts";
