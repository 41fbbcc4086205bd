import { isDiskFull } from "../port/errors.ts";

/** Waits for a write that only makes a read more up to date. While the disk is full, the read does without it. */
export async function skipIfDiskFull(write: Promise<void>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  }
}
