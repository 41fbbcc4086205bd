import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { findManifestFault, type KubernetesObject, parseObjects, readBaseObjects } from "./kubernetes-objects.ts";
import { installKubernetesTools } from "./kubernetes-tools.ts";
import { findUnknownMembers } from "./unknown-members.ts";

const deploy = fileURLToPath(new URL("../../deploy/", import.meta.url));
const chart = join(deploy, "helm/wayfare");
let tools: ReturnType<typeof installKubernetesTools>;

beforeAll(() => {
  tools = installKubernetesTools();
});

function run(program: "helm" | "kubectl", ...args: string[]): string {
  return execFileSync(tools[program], args, { encoding: "utf8", stdio: "pipe" });
}

function buildKustomization(name: string): KubernetesObject[] {
  return parseObjects(run("kubectl", "kustomize", join(deploy, "kubernetes", name)));
}

function renderChart(release: string, ...values: string[]): KubernetesObject[] {
  return parseObjects(run("helm", "template", release, chart, ...values.flatMap((value) => ["--set", value])));
}

function byName(objects: readonly KubernetesObject[]): Record<string, KubernetesObject> {
  return Object.fromEntries(objects.map((object) => [`${object.kind} ${object.metadata.name}`, object]));
}

async function expectValid(objects: readonly KubernetesObject[]): Promise<void> {
  for (const object of objects) expect(await findManifestFault(object)).toBeUndefined();
  expect(findUnknownMembers(objects)).toEqual([]);
}

describe("kustomize", () => {
  test("builds the base from all of its files, without unknown members", async () => {
    const objects = buildKustomization("base");
    expect(byName(objects)).toEqual(byName(readBaseObjects()));
    await expectValid(objects);
  });

  test("builds the example with its namespace, image, settings and number of API processes", async () => {
    const objects = buildKustomization("example");
    await expectValid(objects);
    for (const object of objects) expect(object.metadata).toMatchObject({ namespace: "flights" });
    const named = byName(objects);
    expect(named["StatefulSet wayfare-api"]).toMatchObject({
      spec: { replicas: 4, template: { spec: { containers: [{ image: "registry.example.com/wayfare:0.2.0" }] } } },
    });
    expect(named["ConfigMap wayfare"]).toMatchObject({
      data: { PUBLIC_URL: "https://flights.example.com", TRUST_PROXY: "10.0.0.0/8" },
    });
  });
});

describe("the Helm chart", () => {
  test("passes the linter of Helm", () => {
    expect(run("helm", "lint", "--strict", chart)).toContain("0 chart(s) failed");
  });

  test("renders with its default values the same objects as kustomize", () => {
    expect(byName(renderChart("wayfare"))).toEqual(byName(buildKustomization("base")));
  });

  test("names objects by release and passes on values", async () => {
    const objects = renderChart(
      "flights",
      "image.repository=registry.example.com/wayfare",
      "image.tag=0.2.0",
      'settings.LOG_LEVEL="quoted: #text"',
      "api.replicas=5",
      "storage.size=10Gi",
      "storage.className=fast",
    );
    await expectValid(objects);
    const named = byName(objects);
    expect(named["ConfigMap flights"]).toMatchObject({ data: { LOG_LEVEL: '"quoted: #text"' } });
    expect(named["StatefulSet flights-api"]).toMatchObject({
      spec: {
        replicas: 5,
        serviceName: "flights-processes",
        template: { spec: { containers: [{ image: "registry.example.com/wayfare:0.2.0" }] } },
        volumeClaimTemplates: [{ spec: { storageClassName: "fast", resources: { requests: { storage: "10Gi" } } } }],
      },
    });
  });

  test.each(["replicas=2", "api.replicas=-1", "api.cpu=one", "settings.public-url=x", "settings.PORT=8080"])(
    "rejects the value %s by its schema",
    (value) => {
      expect(() => renderChart("wayfare", value)).toThrow("values don't meet the specifications of the schema");
    },
  );
});

test("finds a misspelled member", () => {
  const [object] = parseObjects("apiVersion: v1\nkind: Service\nmetadata: { name: x }\nspec: { selecter: { a: b } }\n");
  expect(object && findUnknownMembers([object])).toEqual([expect.stringContaining("selecter")]);
});
