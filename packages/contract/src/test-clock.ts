import { type Static, Type } from "typebox";
import { instant } from "./wire-values.ts";

export const TestClockSchema = Type.Object(
  {
    now: instant("Current time of the account's test data."),
    offsetSeconds: Type.Integer({ description: "Seconds ahead of real time.", examples: [86_400] }),
  },
  { $id: "TestClock", description: "Clock of the account's test data." },
);

export const AdvanceTestClockSchema = Type.Object(
  {
    seconds: Type.Integer({
      minimum: 1,
      maximum: 31_622_400,
      description: "Seconds to move the clock forward.",
      examples: [86_400],
    }),
  },
  { $id: "AdvanceTestClock", additionalProperties: false, description: "Time by which to advance the test clock." },
);

export type TestClock = Static<typeof TestClockSchema>;
export type AdvanceTestClock = Static<typeof AdvanceTestClockSchema>;
