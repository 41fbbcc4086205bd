export { Batcher, type BatcherOptions } from "./batcher.ts";
export { Semaphore, SemaphoreBusy, type SemaphoreOptions } from "./semaphore.ts";
