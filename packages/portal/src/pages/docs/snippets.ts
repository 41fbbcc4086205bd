/** Code snippets of the documentation page. */

interface Snippet {
  value: "ts" | "js" | "python" | "go" | "php";
  label: string;
  code: string;
}

/** Signature verification in several languages. The guide in docs/guides has the same snippets; a test compares them. */
export const verifySnippets: readonly Snippet[] = [
  {
    value: "ts",
    label: "TypeScript",
    code: String.raw`import { verifyWebhook, WebhookVerificationError } from "@wayfare/sdk";

export async function POST(request: Request): Promise<Response> {
  const secrets = (process.env.WAYFARE_WEBHOOK_SECRETS ?? "").split(",");
  try {
    const event = await verifyWebhook(await request.arrayBuffer(), request.headers, secrets);
    console.log(event.type, event.data);
    return Response.json({ received: true });
  } catch (error) {
    if (error instanceof WebhookVerificationError) return Response.json({ error: error.reason }, { status: 400 });
    throw error;
  }
}
`,
  },
  {
    value: "js",
    label: "Node",
    code: String.raw`import { createHmac, timingSafeEqual } from "node:crypto";

export function verifyWebhook(rawBody, header, secrets) {
  const parts = Object.fromEntries(header.split(",").map((part) => part.trim().split("=")));
  const given = Buffer.from(parts.v1 ?? "");
  const matches = secrets.filter(Boolean).map((secret) => {
    const digest = Buffer.from(createHmac("sha256", secret).update(${"`${parts.t}.`"}).update(rawBody).digest("hex"));
    return digest.length === given.length && timingSafeEqual(digest, given);
  });
  const ageSeconds = Math.floor(Date.now() / 1000) - Number(parts.t);
  if (!matches.includes(true) || !(Math.abs(ageSeconds) <= 300)) throw new Error("invalid webhook signature");
  return JSON.parse(rawBody.toString());
}
`,
  },
  {
    value: "python",
    label: "Python",
    code: String.raw`import hashlib, hmac, json, time
def verify_webhook(raw_body: bytes, header: str, secrets: list[str]) -> dict:
    parts = dict(part.strip().split("=", 1) for part in header.split(","))
    signed = parts.get("t", "").encode() + b"." + raw_body
    digests = [hmac.new(s.encode(), signed, hashlib.sha256).hexdigest() for s in secrets if s]
    matches = [hmac.compare_digest(d.encode(), parts.get("v1", "").encode()) for d in digests]
    if not any(matches) or abs(int(time.time()) - int(parts["t"])) > 300:
        raise ValueError("invalid webhook signature")
    return json.loads(raw_body)
`,
  },
  {
    value: "go",
    label: "Go",
    code: String.raw`package webhooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
	"time"
)

func Verify(rawBody []byte, header string, secrets []string) bool {
	parts := map[string]string{}
	for _, part := range strings.Split(header, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		parts[name] = value
	}
	signed := false
	for _, secret := range secrets {
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write([]byte(parts["t"] + "." + string(rawBody)))
		same := hmac.Equal([]byte(hex.EncodeToString(mac.Sum(nil))), []byte(parts["v1"]))
		signed = signed || (same && secret != "")
	}
	seconds, err := strconv.ParseInt(parts["t"], 10, 64)
	age := time.Now().Unix() - seconds
	return signed && err == nil && age <= 300 && age >= -300
}
`,
  },
  {
    value: "php",
    label: "PHP",
    code: String.raw`<?php
function verify_webhook(string $rawBody, string $header, array $secrets): array {
    $parts = [];
    foreach (explode(',', $header) as $part) {
        [$name, $value] = explode('=', trim($part), 2) + ['', ''];
        $parts[$name] = $value;
    }
    $signed = false;
    foreach (array_filter($secrets) as $secret) {
        $digest = hash_hmac('sha256', ($parts['t'] ?? '') . '.' . $rawBody, $secret);
        $signed = hash_equals($digest, $parts['v1'] ?? '') || $signed;
    }
    if (!$signed || abs(time() - (int) $parts['t']) > 300) {
        throw new RuntimeException('invalid webhook signature');
    }
    return json_decode($rawBody, true, 512, JSON_THROW_ON_ERROR);
}
`,
  },
];

/** Command that installs the client, which the service offers itself. */
export function renderInstall(baseUrl: string): string {
  return `npm install ${baseUrl}/sdk.tgz`;
}

/** Renders the command that registers an endpoint. */
export function renderRegister(baseUrl: string): string {
  return `curl -sS ${baseUrl}/v1/webhooks -H "Authorization: Bearer $WAYFARE_KEY" \\
  -H 'Content-Type: application/json' -H 'Idempotency-Key: webhook-1' \\
  -d '{"url":"https://shop.example/wayfare","events":["booking.*"]}'`;
}

/** Renders the command that sends a test event. */
export function renderTest(baseUrl: string): string {
  return `curl -sS -X POST ${baseUrl}/v1/webhooks/$WEBHOOK_ID/test \\
  -H "Authorization: Bearer $WAYFARE_KEY"`;
}

/** Renders the command that rotates the secret of an endpoint. */
export function renderRotate(baseUrl: string): string {
  return `curl -sS -X POST ${baseUrl}/v1/webhooks/$WEBHOOK_ID/rotate \\
  -H "Authorization: Bearer $WAYFARE_KEY" -H 'Idempotency-Key: rotate-1'`;
}
