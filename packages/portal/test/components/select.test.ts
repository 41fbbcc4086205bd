import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Select } from "../../src/components/select.tsx";

const choices = [
  { value: "", label: "All airlines" },
  { value: "TP", label: "TAP" },
];

function renderSelect(value: string): string {
  return renderToStaticMarkup(createElement(Select<string>, { label: "Airline", value, choices, onChange: () => {} }));
}

test("adds an unknown value as a selected option", () => {
  expect(renderSelect("XX")).toContain('<option value="XX" selected="">XX</option>');
  expect(renderSelect("TP")).toContain('<option value="TP" selected="">TAP</option>');
  expect(renderSelect("TP").match(/<option/g)).toHaveLength(choices.length);
});
