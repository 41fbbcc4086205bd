import fc from "fast-check";
import { expect, test } from "vitest";
import { splitJson } from "../../src/wire/split-json.ts";

const split = (text: string, path = ["data"]) => splitJson(Buffer.from(text), path);
const parse = (bytes: Buffer): unknown => JSON.parse(bytes.toString());

test("splits every document as JSON.parse reads it", async () => {
  const path = fc.constantFrom<string[]>(["data"], ["data", "offers"]);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.jsonValue({ maxDepth: 4 })),
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.tuple(path, fc.nat(2)),
      async (elements, before, after, [names, indent]) => {
        const [, inner] = names;
        const member = inner === undefined ? elements : { ...before, [inner]: elements, more: after };
        const document = { ...before, data: member, ...after, data2: 1 };
        // Members named as the path come from the generator too rarely to matter, but would be another document.
        if (names.some((name) => name in before || name in after)) return;
        const found = await split(JSON.stringify(document, null, indent), names);
        expect(found.elements.map(parse)).toEqual(JSON.parse(JSON.stringify(elements)));
        const empty = inner === undefined ? [] : { ...before, [inner]: [], more: after };
        expect(found.envelope).toEqual(JSON.parse(JSON.stringify({ ...document, data: empty })));
      },
    ),
    { seed: 1, numRuns: 300 },
  );
});

test.each([
  ["another member", '{"meta":{"after":null}}'],
  ["a member that is no array", '{"data":{"id":"orq_1"}}'],
  ["no object", "null"],
])("returns the whole document of %s", async (_, text) => {
  expect(await split(text)).toMatchObject({ envelope: JSON.parse(text), elements: [] });
});

test.each(["<html>", '{"data":[1,2', '{"data":["a]}', '{"data":[1]', '{"data":[1],}', ""])(
  "rejects %j",
  async (text) => {
    await expect(split(text)).rejects.toBeInstanceOf(SyntaxError);
  },
);
