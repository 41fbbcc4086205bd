import { readFileSync } from "node:fs";
import { errorCodes, getErrorEntry } from "@wayfare/contract";
import { describe, expect, test } from "vitest";
import { renderOpenApiDocument } from "../../src/app/openapi-document.ts";
import { addExamples, readRecordedExamples } from "../../src/http/openapi-examples.ts";
import { type DescribedDocument, makeStrictDocument } from "../strict-document.ts";

const document: DescribedDocument = JSON.parse(await renderOpenApiDocument());

const strict = makeStrictDocument(document);

/** Finds bodies and responses without an example, and examples that do not match their schema. */
function findFaults(subject: DescribedDocument): string[] {
  const { operations, resolve } = makeStrictDocument(subject);
  const faults: string[] = [];
  const check = (name: string, examples: object | undefined, findMismatch: (value: unknown) => string | null) => {
    const found = Object.entries(examples ?? {});
    if (found.length === 0) faults.push(`${name}: no example`);
    for (const [key, example] of found) {
      const mismatch = findMismatch(resolve(example).value);
      if (mismatch !== null) faults.push(`${name}, ${key}: ${mismatch}`);
    }
  };
  for (const { path, method, operation } of operations) {
    const name = `${method.toUpperCase()} ${path}`;
    const { requestBody, responses } = operation;
    const body = requestBody?.content["application/json"];
    if (body !== undefined) {
      check(`${name} body`, body.examples, (value) => strict.findBodyMismatch(path, method, value));
    }
    for (const [status, response] of Object.entries(responses)) {
      for (const [type, media] of Object.entries(resolve(response).content ?? {})) {
        if (type === "application/pdf" || type === "application/x-ndjson") continue;
        const at = { path, method, status, type };
        check(`${name} ${status}`, media.examples, (value) => strict.findResponseMismatch(at, value));
      }
    }
  }
  return faults;
}

test("every request body and every response has an example that matches its schema strictly", () => {
  expect(findFaults(document)).toEqual([]);
});

test("every error example has the status of its response", () => {
  const wrong = strict.operations.flatMap(({ operation }) =>
    Object.entries(operation.responses).flatMap(([status, response]) =>
      Object.values(strict.resolve(response).content?.["application/problem+json"]?.examples ?? {})
        .map((example) => strict.resolve(example).value as { status: number; code: string })
        .filter((problem) => problem.status !== Number(status))
        .map((problem) => `${operation.operationId} ${status}: ${problem.code}`),
    ),
  );
  expect(wrong).toEqual([]);
});

describe("findFaults", () => {
  const listKeys = (subject: DescribedDocument) => subject.paths["/v1/keys"]?.["get"]?.responses["200"];
  const plant = (change: (copy: DescribedDocument) => void) => {
    const copy = structuredClone(document);
    change(copy);
    return findFaults(copy);
  };
  const plantKey = (change: (key: Record<string, unknown>) => void) =>
    plant((copy) => {
      const example = listKeys(copy)?.content?.["application/json"]?.examples?.["recorded"];
      const page = example?.value as { data: Record<string, unknown>[] } | undefined;
      change(page?.data[0] ?? {});
    });

  test.each<[string, (key: Record<string, unknown>) => void, string]>([
    ["an undocumented member", (key) => (key.color = "red"), "unevaluated properties"],
    ["a missing member", (key) => delete key.name, "required property 'name'"],
    ["a value that is not in the enum", (key) => (key.status = "asleep"), "allowed values"],
    ["a timestamp that is not RFC 3339", (key) => (key.createdAt = "yesterday"), "format"],
    ["an id of another kind", (key) => (key.id = "app_01kahz2j7p3v8c5m9n4q6r7s8t"), "pattern"],
    ["a wrong type", (key) => (key.idle = "no"), "boolean"],
  ])("finds %s", (_name, change, message) => {
    const faults = plantKey(change);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain("GET /v1/keys 200, recorded");
    expect(faults[0]).toContain(message);
  });

  test("finds an undocumented member deep inside a referenced schema", () => {
    const faults = plant((copy) => {
      const example = copy.paths["/v1/search"]?.["post"]?.responses["200"]?.content?.["application/json"]?.examples;
      const answer = example?.["recorded"]?.value as { flights: { slices: { segments: object[] }[] }[] } | undefined;
      Object.assign(answer?.flights[0]?.slices[0]?.segments[0] ?? {}, { gate: "B42" });
    });
    expect(faults).toEqual([expect.stringContaining("unevaluated properties")]);
  });

  test("finds a response and a body without an example", () => {
    const faults = plant((copy) => {
      delete listKeys(copy)?.content?.["application/json"]?.examples;
      delete copy.paths["/v1/keys"]?.["post"]?.requestBody?.content["application/json"]?.examples;
    });
    expect(faults).toEqual(["GET /v1/keys 200: no example", "POST /v1/keys body: no example"]);
  });
});

describe("the recorded examples", () => {
  const recorded = readRecordedExamples();

  test("belong to operations of the document and to codes of the catalog", () => {
    const operationIds = new Set(strict.operations.map(({ operation }) => operation.operationId));
    expect(Object.keys(recorded.operations).filter((id) => !operationIds.has(id))).toEqual([]);
    const names = new Set<string>(
      errorCodes.flatMap((code) => [code, `${code}_${getErrorEntry(code).alternativeStatus}`]),
    );
    expect(Object.keys(recorded.errors).filter((name) => !names.has(name))).toEqual([]);
  });

  test("follow one scenario: the booking is for an offer of the search, and the delivery is for an event", () => {
    const answerOf = (operationId: string) =>
      Object.values(recorded.operations[operationId]?.responses ?? {})[0]?.value;
    const search = answerOf("searchAndScore") as { id: string; flights: { cash: { id: string }[] }[] };
    const booking = answerOf("createBooking") as { id: string; offerId: string };
    expect(search.flights.flatMap(({ cash }) => cash.map(({ id }) => id))).toContain(booking.offerId);
    expect(answerOf("getBooking")).toMatchObject({ id: booking.id });
    expect(answerOf("getOffer")).toMatchObject({ id: booking.offerId });
    expect(answerOf("getDelivery")).toMatchObject({
      webhookId: (answerOf("createWebhook") as { id: string }).id,
    });
  });

  test("of a search refer to flights, places and carriers in the same response", () => {
    const answer = recorded.operations.searchAndScore?.responses["200"]?.value as {
      flights: { id: string; slices: { segments: { origin: string; marketingCarrier: string }[] }[] }[];
      scoreOptions: { flightId: string }[];
      dictionaries: { places: object; airlines: object };
    };
    const flightIds = new Set(answer.flights.map(({ id }) => id));
    expect(answer.scoreOptions.map(({ flightId }) => flightId).filter((id) => !flightIds.has(id))).toEqual([]);
    const segments = answer.flights.flatMap(({ slices }) => slices.flatMap((slice) => slice.segments));
    expect(Object.keys(answer.dictionaries.places)).toEqual(
      expect.arrayContaining(segments.map(({ origin }) => origin)),
    );
    const carriers = segments.map(({ marketingCarrier }) => marketingCarrier);
    expect(Object.keys(answer.dictionaries.airlines)).toEqual(expect.arrayContaining(carriers));
  });

  test("contain no usable secret", () => {
    const text = readFileSync(new URL("../../assets/openapi-examples.json", import.meta.url), "utf8");
    const secrets = text.match(/\b(key_(test|live|svc)_[0-9A-Za-z]{20,}|whsec_[^"]+)/g) ?? [];
    expect(secrets.length).toBeGreaterThan(2);
    for (const secret of secrets) expect(secret).toContain("x".repeat(41));
  });
});

test("adds an example of each named code to an error response, from the catalog if none was recorded", () => {
  const subject = {
    paths: {
      "/v1/things": {
        get: { operationId: "listThings", responses: { "503": { $ref: "#/components/responses/Busy" } } },
      },
    },
    components: {
      responses: { Busy: { description: "`OVERLOADED` or `NOT_FOUND`.", content: { "application/problem+json": {} } } },
    },
  };
  addExamples(subject, { operations: {}, errors: {} });
  expect(subject.components.responses.Busy.content).toEqual({
    "application/problem+json": { examples: { OVERLOADED: { $ref: "#/components/examples/OVERLOADED" } } },
  });
  expect(subject.components).toMatchObject({
    examples: { OVERLOADED: { value: { status: 503, code: "OVERLOADED" } } },
  });
});
