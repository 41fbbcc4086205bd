import { expect, test } from "vitest";
import { listMembers } from "../../../src/pages/event-types/members.ts";

test("lists members with their types, values and descriptions", () => {
  const properties = {
    miles: { type: ["integer", "null"], description: "Miles." },
    status: { type: "string", enum: ["open", "paid"], description: "Status." },
    total: { description: "Total." },
    unreadable: true,
  };
  expect(listMembers({ type: "object", properties })).toEqual([
    { name: "miles", types: "integer or null", description: "Miles." },
    { name: "status", types: "open or paid", description: "Status." },
    { name: "total", types: "object", description: "Total." },
    { name: "unreadable", types: "object", description: "" },
  ]);
  expect(listMembers({})).toEqual([]);
});
