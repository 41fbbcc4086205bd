import { isDiskFull } from "../port/errors.ts";

/** Awaits a write that refreshes data before a read, and ignores its failure if the disk is full: the read then returns older data. */
export async function skipIfDiskFull(write: Promise<void>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  }
}
