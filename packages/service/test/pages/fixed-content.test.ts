import { constants, zstdDecompressSync } from "node:zlib";
import fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { FixedContent } from "../../src/pages/fixed-content.ts";

const text = "<p>Not all that wander are lost.</p>\n".repeat(200);

/** Serves content that counts how often it is rendered. */
function serve() {
  let renderings = 0;
  const content = new FixedContent("text/html; charset=utf-8", () => {
    renderings++;
    return text;
  });
  const app = fastify();
  app.get("/", (request, reply) => content.send(request, reply));
  onTestFinished(() => app.close());
  const get = (accepted: string) => app.inject({ url: "/", headers: { "accept-encoding": accepted } });
  return { get, countRenderings: () => renderings };
}

test("renders once and sends the smallest coding that the client accepts", async () => {
  const { get, countRenderings } = serve();
  expect(countRenderings()).toBe(0);
  const answers = await Promise.all(["gzip, br, zstd", "zstd, gzip", "gzip", "identity"].map(get));
  expect(answers.map(({ headers }) => headers["content-encoding"])).toEqual(["br", "zstd", "gzip", undefined]);
  for (const { headers, rawPayload } of answers) {
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "content-length": String(rawPayload.length),
      vary: "accept-encoding",
    });
  }
  expect(answers[3]?.payload).toBe(text);
  expect(countRenderings()).toBe(1);
});

test("declares a zstd window that browsers accept", async () => {
  const { rawPayload } = await serve().get("zstd");
  const params = { [constants.ZSTD_d_windowLogMax]: 23 };
  expect(zstdDecompressSync(rawPayload, { params }).toString()).toBe(text);
});
