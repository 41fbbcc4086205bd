import type { AdvanceTestClock, TestClock } from "@wayfare/contract";
import type { RequestOptions } from "../client/options.ts";
import { Resource } from "../client/resource.ts";

/** The clock of the account's test data. */
export class TestClockResource extends Resource {
  get(options?: RequestOptions): Promise<TestClock> {
    return this.send("getTestClock", {}, options);
  }

  /** Moves it forward; it never goes back. */
  advance(by: AdvanceTestClock, options?: RequestOptions): Promise<TestClock> {
    return this.send("advanceTestClock", { body: by }, options);
  }
}
