import { expect, test } from "vitest";
import { auditEventLabels, describeDetails } from "../../src/components/audit-actions.ts";

test("starts all audit labels in lower case and omits empty details", () => {
  for (const label of Object.values(auditEventLabels)) expect(label).toMatch(/^[a-z]/);
  expect(describeDetails({ url: "https://a", applicationId: null, events: ["*", "b"], description: "" })).toStrictEqual(
    ["url: https://a", "events: *, b"],
  );
});
