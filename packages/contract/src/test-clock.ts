import { type Static, Type } from "typebox";
import { instant } from "./wire-values.ts";

export const TestClockSchema = Type.Object(
  {
    now: instant("The present instant of the account's test data."),
    offsetSeconds: Type.Integer({ description: "How far it is ahead of the clock on the wall.", examples: [86_400] }),
  },
  { $id: "TestClock", description: "The clock of an account's test data." },
);

export const AdvanceTestClockSchema = Type.Object(
  {
    seconds: Type.Integer({
      minimum: 1,
      maximum: 31_622_400,
      description: "How far to move the clock forward; it never goes back.",
      examples: [86_400],
    }),
  },
  { $id: "AdvanceTestClock", additionalProperties: false, description: "How far to move the clock of the test data." },
);

export type TestClock = Static<typeof TestClockSchema>;
export type AdvanceTestClock = Static<typeof AdvanceTestClockSchema>;
