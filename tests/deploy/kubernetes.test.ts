import { readFileSync } from "node:fs";
import { settingEntries } from "@wayfare/settings";
import { expect, test } from "vitest";
import { findManifestFault, parseObjects, readBaseObjects } from "./kubernetes-objects.ts";

test.each(readBaseObjects())("$kind $metadata.name matches the schema of Kubernetes", async (object) => {
  expect(await findManifestFault(object)).toBeUndefined();
});

test("the manifests and the values of the chart name only settings that exist", () => {
  const values = readFileSync(new URL("../../deploy/helm/wayfare/values.yaml", import.meta.url), "utf8");
  const text = `${JSON.stringify(readBaseObjects(), null, 1)}\n${values}`;
  const named = [...text.matchAll(/^ *(?:"name": ")?"?([A-Z][A-Z0-9_]+)(?:": |: |",$)/gm)].map(([, name = ""]) => name);
  const known = new Set(settingEntries.flatMap(({ variable }) => [variable, `${variable}_FILE`]));
  expect(named).toEqual(expect.arrayContaining(["PUBLIC_URL", "ROLE", "SERVER_SECRET_FILE"]));
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

test("reads modes as octal numbers, as Kubernetes does", () => {
  expect(parseObjects("apiVersion: v1\nkind: Pod\nmetadata: { name: x }\nmode: 0440\n")).toMatchObject([{ mode: 288 }]);
});

test("finds a wrong type and a kind that does not exist", async () => {
  const spec = { selector: { matchLabels: { a: "b" } }, template: { metadata: { labels: { a: "b" } } } };
  const object = { apiVersion: "apps/v1", kind: "StatefulSet", metadata: { name: "x" }, spec };
  expect(await findManifestFault(object)).toBeUndefined();
  expect(await findManifestFault({ ...object, spec: { ...spec, replicas: "two" } })).toContain("replicas");
  expect(await findManifestFault({ ...object, kind: "Statefulset" })).toBe("unknown kind apps/v1 Statefulset");
});
