import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EventParser, readEvents } from "../../src/client/read-events.ts";

const parse = (text: string, maxCharacters?: number) => new EventParser(maxCharacters).push(text);

describe("EventParser", () => {
  test("joins data lines, strips one space, and ignores comments, unknown fields and events without data", () => {
    const text = ": ping\n\nid: 7\nretry: 10\nevent: a\ndata:  x\ndata:y\n\nevent: b\n\ndata\n\nother\ndata: last";
    expect(parse(text)).toEqual([
      { event: "a", data: " x\ny" },
      { event: "message", data: "" },
    ]);
  });

  test.each(["\n", "\r\n", "\r"])("reads the same events from any pieces with line ends %j", (lineEnd) => {
    const text = ["event: a", "data: 1", "", ": c", "data: 2", "data: 3", "", ""].join(lineEnd);
    const expected = [
      { event: "a", data: "1" },
      { event: "message", data: "2\n3" },
    ];
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 8 }), (cuts) => {
        const parser = new EventParser();
        const ends = [...cuts.toSorted((a, b) => a - b), text.length];
        const events = ends.flatMap((end, index) => parser.push(text.slice(ends[index - 1] ?? 0, end)));
        expect(events).toEqual(expected);
      }),
      { seed: 24, numRuns: 200 },
    );
  });

  test("throws when a line or the lines of an event are too long", () => {
    expect(() => parse("data: 123456", 10)).toThrow(RangeError);
    expect(() => parse("data: 1\ndata: 2\n", 10)).toThrow(RangeError);
    expect(() => parse(`:${"x".repeat(11)}`, 10)).toThrow(RangeError);
    expect(parse("data: 1\n\n".repeat(10), 10)).toHaveLength(10);
  });
});

test("stops reading a line that never ends", async () => {
  const chunk = new Uint8Array(1024 * 1024).fill(0x78);
  let reads = 0;
  const events = readEvents(async () => {
    reads += 1;
    return chunk;
  });
  await expect(events.next()).rejects.toThrow("more than 33554432 characters");
  expect(reads).toBe(33);
});
