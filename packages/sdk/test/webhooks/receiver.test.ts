import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signWebhook } from "../../src/index.ts";
import { event, newSecret, secret } from "./deliveries.ts";
import { type ReceiverProcess, startReceiver } from "./receiver-process.ts";

let receiver: ReceiverProcess;

beforeAll(async () => {
  receiver = await startReceiver(`${secret}, ${newSecret}`);
});

afterAll(() => receiver.stop());

async function challenge(query: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${receiver.url}/hook${query}`, { headers });
  return { status: response.status, type: response.headers.get("content-type"), text: await response.text() };
}

async function deliver(rawBody: string, signer = secret, url = receiver.url) {
  const header = await signWebhook(rawBody, signer, Math.floor(Date.now() / 1000));
  const headers = { "content-type": "application/json", "SVC-Signature": header };
  const response = await fetch(url, { method: "POST", headers, body: rawBody });
  return { status: response.status, body: await response.json() };
}

function bodyOf(deliveryId: string): string {
  return JSON.stringify({ ...event, deliveryId });
}

function printedOf(deliveryId: string): string[] {
  return receiver.lines.filter((line) => line.includes(deliveryId));
}

describe("the example receiver", () => {
  test("responds to the challenge with its token as text", async () => {
    const response = await challenge("?challenge=tok_1-~", { "SVC-Challenge": "tok_1-~" });
    expect(response).toEqual({ status: 200, type: "text/plain; charset=utf-8", text: "tok_1-~" });
  });

  test("does not echo a token without the challenge header", async () => {
    for (const query of ["?challenge=<script>", "?challenge=", ""]) {
      expect(await challenge(query), query).toMatchObject({ status: 404, type: "application/json" });
    }
    expect(await challenge("?challenge=a", { "SVC-Challenge": "b" })).toMatchObject({ status: 404 });
  });

  test("accepts a delivery signed with either secret and prints it on one line", async () => {
    for (const [signer, id] of [
      [secret, "dlv_first"],
      [newSecret, "dlv_second"],
    ] as const) {
      expect(await deliver(bodyOf(id), signer)).toEqual({ status: 200, body: { received: true } });
    }
    // The output is written before the response but may be read after it.
    await expect.poll(() => [printedOf("dlv_first").length, printedOf("dlv_second").length]).toEqual([1, 1]);
    expect(printedOf("dlv_first")[0]).toContain("booking.confirmed evt_01k5");
  });

  test("accepts a duplicate without printing it again", async () => {
    const responses = await Promise.all(Array.from({ length: 5 }, () => deliver(bodyOf("dlv_again"))));
    expect(responses).toEqual(responses.map(() => ({ status: 200, body: { received: true } })));
    await deliver(bodyOf("dlv_after"));
    await expect.poll(() => printedOf("dlv_after")).toHaveLength(1);
    expect(printedOf("dlv_again")).toHaveLength(1);
  });

  test("rejects an unsigned delivery and an unknown secret", async () => {
    const response = await deliver(bodyOf("dlv_forged"), `whsec_${"x".repeat(43)}`);
    expect(response).toEqual({ status: 400, body: { error: "signature_mismatch" } });
    const unsigned = await fetch(receiver.url, { method: "POST", body: bodyOf("dlv_forged") });
    expect(unsigned.status).toBe(400);
    expect(await unsigned.json()).toEqual({ error: "header_missing" });
    expect(printedOf("dlv_forged")).toEqual([]);
  });

  test("accepts a body of at most 256 KiB", async () => {
    const short = bodyOf("dlv_long");
    const longest = short + " ".repeat(256 * 1024 - Buffer.byteLength(short));
    expect(await deliver(longest)).toMatchObject({ status: 200 });
    expect(await deliver(`${longest} `)).toEqual({ status: 413, body: { error: "body_too_large" } });
  });

  test("returns 405 for other methods and 404 for odd paths", async () => {
    expect((await fetch(receiver.url, { method: "DELETE" })).status).toBe(405);
    expect((await fetch(`${receiver.url}//`)).status).toBe(404);
    expect(await deliver(bodyOf("dlv_still"))).toMatchObject({ status: 200 });
  });

  test("without a secret, responds to challenges and returns 500 for deliveries, so that they are retried", async () => {
    const fresh = await startReceiver("");
    try {
      const response = await fetch(`${fresh.url}?challenge=tok`, { headers: { "SVC-Challenge": "tok" } });
      expect(await response.text()).toBe("tok");
      expect(await deliver(bodyOf("dlv_early"), secret, fresh.url)).toEqual({
        status: 500,
        body: { error: "secret_missing" },
      });
    } finally {
      await fresh.stop();
    }
  });
});
