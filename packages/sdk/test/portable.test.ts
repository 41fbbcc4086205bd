import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createContext, runInContext } from "node:vm";
import chromium from "@sparticuz/chromium";
import { chromium as playwright } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { body, event, nowMs, secret, signByNode, signedAtSeconds } from "./deliveries.ts";
import { bundle, fileNames, listImports, readAsJavaScript } from "./sources.ts";

test("no source file imports anything but its neighbours", () => {
  const imports = fileNames.flatMap((fileName) => listImports(readAsJavaScript(fileName)));
  expect(imports.length).toBeGreaterThan(5);
  expect(imports.filter((specifier) => !/^\.{1,2}\/(?:[a-z-]+\/)?[a-z-]+\.ts$/.test(specifier))).toEqual([]);
});

/** Resolves to the event and to the reason of a refusal. Both signing and verifying run inside. */
const script = `(async ({ signWebhook, verifyWebhook }, given) => {
  const { body, secret, seconds, header } = given;
  const options = { nowMs: seconds * 1000 };
  const made = await signWebhook(body, secret, seconds);
  const events = [
    await verifyWebhook(body, made, secret, options),
    await verifyWebhook(new TextEncoder().encode(body), new Headers({ "SVC-Signature": header }), [secret], options),
    await verifyWebhook(new TextEncoder().encode(body).buffer, { "svc-signature": header }, secret, options),
  ];
  const refusal = await verifyWebhook(body + " ", header, secret, options).catch((error) => error.reason);
  return JSON.stringify({ made, events, refusal });
})`;
const given = { body, secret, seconds: signedAtSeconds, header: signByNode(body) };
const expected = { made: given.header, events: [event, event, event], refusal: "signature_mismatch" };

test("nothing is touched but the language, Web Crypto, the text encoders and Headers", async () => {
  const context = createContext({ crypto, TextEncoder, TextDecoder, Headers });
  expect(runInContext("typeof process + typeof Buffer + typeof setTimeout + typeof URL", context)).toBe(
    "undefined".repeat(4),
  );
  const run = runInContext(`"use strict";${bundle()};(given) => ${script}(sdk, given)`, context);
  expect(JSON.parse(await run(given))).toEqual(expected);
});

test("bytes from another realm are bytes", async () => {
  const context = createContext({ crypto, TextEncoder, TextDecoder, Headers });
  const verify = runInContext(`${bundle()};sdk.verifyWebhook`, context);
  const bytes = new TextEncoder().encode(body);
  for (const rawBody of [bytes, Buffer.from(body), bytes.slice().buffer]) {
    expect(await verify(rawBody, given.header, secret, { nowMs })).toEqual(event);
  }
});

test("a browser runs the files as they are, but for their types", { timeout: 90_000 }, async () => {
  const server = createServer((request, response) => {
    const fileName = (request.url ?? "/").slice(1);
    const known = fileNames.includes(fileName);
    response.writeHead(200, { "content-type": known ? "text/javascript" : "text/html" });
    response.end(known ? readAsJavaScript(fileName) : "<!doctype html>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: [...chromium.args.filter((argument) => !/^--(single-process|no-zygote)$/.test(argument)), "--no-sandbox"],
  });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const call = `import("/index.ts").then((sdk) => ${script}(sdk, ${JSON.stringify(given)}))`;
  expect(JSON.parse(await page.evaluate<string>(call))).toEqual(expected);
});
