import { Ajv } from "ajv";
import type { RunningApp } from "./running-app.ts";

interface Answered {
  status: number;
  headers: Headers;
  body: unknown;
}

/** Tells how an answer differs from what the app's own OpenAPI document says of it; null where it does not. */
export type FindMismatch = (path: string, method: string, answer: Answered) => string | null;

export async function readDocument(app: RunningApp): Promise<FindMismatch> {
  const ajv = new Ajv({ strict: false, validateFormats: false });
  ajv.addSchema({ ...JSON.parse((await app.call("/openapi.json")).text), $id: "api" });
  return (path, method, { status, headers, body }) => {
    const type = headers.get("content-type")?.split(";")[0] ?? "";
    const steps = ["paths", path, method, "responses", String(status), "content", type, "schema"];
    const pointer = steps.map((step) => encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/");
    const validate = ajv.getSchema(`api#/${pointer}`);
    if (!validate) return `nothing is documented at ${pointer}`;
    return validate(body) ? null : ajv.errorsText(validate.errors);
  };
}
