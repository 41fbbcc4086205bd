import { vi } from "vitest";

/**
 * Starts something whose intervals never fire, such as the one that writes request records every second: on a busy machine, they would come
 * between the steps of a test.
 */
export async function withoutIntervals<T>(start: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ["setInterval"] });
  try {
    return await start();
  } finally {
    vi.useRealTimers();
  }
}
