import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Select } from "../../src/components/select.tsx";

const choices = [
  { value: "", label: "Every airline" },
  { value: "TP", label: "TAP" },
];

function renderSelect(value: string): string {
  return renderToStaticMarkup(createElement(Select<string>, { label: "Airline", value, choices, onChange: () => {} }));
}

test("a value of the address that is no choice stands among them, and is the one that is shown", () => {
  expect(renderSelect("XX")).toContain('<option value="XX" selected="">XX</option>');
  expect(renderSelect("TP")).toContain('<option value="TP" selected="">TAP</option>');
  expect(renderSelect("TP").match(/<option/g)).toHaveLength(choices.length);
});
