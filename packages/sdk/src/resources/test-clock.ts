import type { RequestOptions } from "../client/options.ts";
import { Resource } from "../client/resource.ts";
import type { AdvanceTestClock, TestClock } from "../generated/types.ts";

/** Test clock: the clock of the account's test data. */
export class TestClockResource extends Resource {
  /** Retrieves the test clock. */
  get(options?: RequestOptions): Promise<TestClock> {
    return this.send("getTestClock", {}, options);
  }

  /** Advances the test clock. */
  advance(by: AdvanceTestClock, options?: RequestOptions): Promise<TestClock> {
    return this.send("advanceTestClock", { body: by }, options);
  }

  /** Sets the test clock back to real time. */
  reset(options?: RequestOptions): Promise<TestClock> {
    return this.send("resetTestClock", {}, options);
  }
}
