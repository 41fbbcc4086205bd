import { expect, test } from "vitest";
import { parseEventStream } from "../../benchmarks/http/event-stream.ts";

test("parses names and data of events and skips comments", () => {
  const text = ': open\n\nevent: supply\ndata: {"a":1}\n\nevent:flights\ndata:[\ndata: 1]\n\ndata: 2\n\n';
  expect(parseEventStream(text)).toStrictEqual([
    { event: "supply", data: '{"a":1}' },
    { event: "flights", data: "[\n1]" },
    { event: "message", data: "2" },
  ]);
});
