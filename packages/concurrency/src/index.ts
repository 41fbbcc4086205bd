export { Batcher, type BatcherOptions } from "./batcher.ts";
export { CpuScheduler, type CpuSchedulerOptions, type CpuTaskOptions, type Steps } from "./cpu-scheduler.ts";
export { Semaphore, SemaphoreBusyError, type SemaphoreOptions } from "./semaphore.ts";
