export { Batcher, type BatcherOptions } from "./batcher.ts";
export { Semaphore, SemaphoreBusyError, type SemaphoreOptions } from "./semaphore.ts";
