import { expect, test } from "vitest";
import { describeDetails, typeWords } from "../../../src/pages/audit/actions.ts";

test("every action of the audit trail reads as what somebody did, and empty details are left out", () => {
  for (const words of Object.values(typeWords)) expect(words).toMatch(/^[a-z]/);
  expect(describeDetails({ url: "https://a", applicationId: null, events: ["*", "b"], description: "" })).toStrictEqual(
    ["url: https://a", "events: *, b"],
  );
});
