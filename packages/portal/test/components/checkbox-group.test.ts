import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { CheckboxGroup } from "../../src/components/checkbox-group.tsx";
import { Checkbox } from "../../src/components/field.tsx";

test("connects checkbox hints and group errors with aria-describedby", () => {
  const box = createElement(Checkbox, { label: "usage.read", hint: "Reads counts" });
  const html = renderToStaticMarkup(
    createElement(CheckboxGroup, { legend: "Scopes", error: "Choose one.", children: box }),
  );
  const described = [...html.matchAll(/aria-describedby="([^"]+)"/g)].map(([, id]) => id);
  const texts = described.map((id) => html.match(new RegExp(`id="${id}"[^>]*>([^<]+)`))?.[1]);
  expect(texts).toStrictEqual(["Choose one.", "Reads counts"]);
});
