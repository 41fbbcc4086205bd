import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { readSignature, renderDeliveryBody, renderDigestCommand } from "../../../src/pages/deliveries/base-string.ts";

const ulid = "01kahz2j7p3v8c5m9n4q6r7s8t";

describe("signature explanation", () => {
  const event = {
    id: `evt_${ulid}`,
    type: "webhook.test",
    subject: `whk_${ulid}`,
    createdAt: "2026-11-21T07:33:00.000Z",
    environment: "test",
    applicationId: null,
    data: { message: "It's there: ü" },
  } as const;

  test("renders the exact signed body", () => {
    const body = renderDeliveryBody(event, `dlv_${ulid}`);
    expect(body).toBe(
      `{"id":"evt_${ulid}","type":"webhook.test","createdAt":"2026-11-21T07:33:00.000Z","environment":"test",` +
        `"apiVersion":"v1","deliveryId":"dlv_${ulid}","subject":"whk_${ulid}","data":{"message":"It's there: ü"}}`,
    );
  });

  test("parses the signature header and rejects invalid ones", () => {
    const digest = createHmac("sha256", "whsec_1").update("7.{}").digest("hex");
    expect(readSignature({ "svc-signature": `t=7,v1=${digest}` })).toStrictEqual({ timestamp: "7", digest });
    for (const header of [undefined, 7, "t=7", `t=x,v1=${digest}`]) {
      expect(readSignature({ "svc-signature": header })).toBeNull();
    }
  });

  test("escapes quotes in the shell command", () => {
    expect(renderDigestCommand("7", `{"a":"It's"}`)).toContain(`'7.{"a":"It'\\''s"}'`);
  });
});
