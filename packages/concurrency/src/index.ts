export { Batcher, type BatcherOptions } from "./batcher.ts";
export {
  CpuScheduler,
  type CpuSchedulerOptions,
  type CpuTaskOptions,
  finishSteps,
  type Steps,
} from "./cpu-scheduler.ts";
export { Semaphore, SemaphoreBusyError, type SemaphoreOptions } from "./semaphore.ts";
