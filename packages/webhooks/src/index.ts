export { type AttemptArchive, createAttemptArchive } from "./archive/attempt-archive.ts";
export { openS3ObjectStore, parseS3Location } from "./archive/s3-object-store.ts";
export type { Attempt as DeliveryAttempt } from "./dispatcher/attempt.ts";
export { type Dispatcher, type DispatcherOptions, startDispatcher } from "./dispatcher/dispatcher.ts";
export type { EndpointAlert, OnEndpointAlert } from "./dispatcher/health.ts";
export type { DeliveryObserver } from "./dispatcher/observed-store.ts";
export { type DeliveryQueue, readDeliveryQueue } from "./dispatcher/queue.ts";
export { retryDelaysMs } from "./dispatcher/retry-schedule.ts";
export { isVerified, restartChallenge } from "./endpoints/challenge.ts";
export { type ChallengeDeps, runChallenges, startChallenges } from "./endpoints/challenge-runner.ts";
export { startJobLoop } from "./endpoints/job-loop.ts";
export { cancelDeliveries, endDeliveryOrder, holdDeliveries, releaseDeliveries } from "./endpoints/open-deliveries.ts";
export type { EndpointRecord } from "./endpoints/record.ts";
export { readReplayQueue, runReplays } from "./endpoints/replay-runner.ts";
export {
  countReplay,
  findMissedEvents,
  findReplay,
  insertReplay,
  type MissedEvents,
  type ReplayFilter,
  type ReplayRecord,
  replaysChannel,
} from "./endpoints/replays.ts";
export {
  countEndpoints,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  listEndpointsOfApplication,
  markEndpointDeleted,
  notifyChallenge,
  updateEndpoint,
} from "./endpoints/store.ts";
export { moveTestWebhooks } from "./endpoints/test-clock.ts";
export { type Archiving, type DeliveryArchive, findArchiveDueMs } from "./events/archived-purge.ts";
export {
  addDeliveries,
  deliveriesChannel,
  insertEvent,
  type NewEvent,
  recordEvent,
  recordEvents,
} from "./events/events.ts";
export { createWebhookPartitions, type PurgedWebhooks, purgeWebhooks } from "./events/retention.ts";
export {
  findDelivery,
  listAttempts,
  listDeliveries,
  listLateDeliveries,
  restartDelivery,
} from "./history/deliveries.ts";
export { eraseSubjectData } from "./history/erase-subject.ts";
export { type FeedWait, findFeedEnd, findReadyFeeds, readEventFeed } from "./history/event-feed.ts";
export { findEvent, listEvents } from "./history/events.ts";
export { countDeliveries, hasWebhooks, listUnhealthyWebhooks } from "./history/health.ts";
export { renderDeliveryBody, signDeliveryHeaders } from "./signing/delivery-message.ts";
export { openOptions, type RequestOptions, sealOptions } from "./signing/sealed-options.ts";
export { makeWebhookSecret, type SecretBox } from "./signing/secrets.ts";
