import { readFileSync } from "node:fs";
import { parse, parseAllDocuments } from "yaml";

/** An object of a Kubernetes manifest. */
export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec?: unknown;
}

/**
 * Reads the objects of a manifest. Kubernetes reads YAML 1.1, in which `0440` is octal.
 *
 * @throws Error if the text is not YAML, or a document is not an object of Kubernetes.
 */
export function parseObjects(text: string): KubernetesObject[] {
  return parseAllDocuments(text, { version: "1.1" })
    .map((document): unknown => {
      const [fault] = document.errors;
      if (fault !== undefined) throw fault;
      return document.toJS();
    })
    .filter((content) => content !== null)
    .map(toObject);
}

/** Reads all objects of `deploy/kubernetes/base`. */
export function readBaseObjects(): KubernetesObject[] {
  const base = new URL("../../deploy/kubernetes/base/", import.meta.url);
  const { resources }: { resources: string[] } = parse(readFileSync(new URL("kustomization.yaml", base), "utf8"));
  return resources.flatMap((name) => parseObjects(readFileSync(new URL(name, base), "utf8")));
}

/** Returns the fault of an object by the OpenAPI schema of its kind in Kubernetes. Unknown members are not faults. */
export async function findManifestFault(object: KubernetesObject): Promise<string | undefined> {
  const models: Record<string, new (data: KubernetesObject) => { validate(): void }> = await import(
    `kubernetes-models/${object.apiVersion}`
  );
  const Model = models[object.kind];
  if (Model === undefined) return `unknown kind ${object.apiVersion} ${object.kind}`;
  try {
    new Model(object).validate();
    return undefined;
  } catch (error) {
    return String(error);
  }
}

function toObject(value: unknown): KubernetesObject {
  if (typeof value !== "object" || value === null || !("kind" in value) || !("apiVersion" in value)) {
    throw new Error("a document is not an object of Kubernetes");
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- findManifestFault checks all members
  return value as KubernetesObject;
}
