import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { body, newSecret, secret, signByNode } from "./deliveries.ts";
import { isInstalled, languages, runSnippet, type SnippetCase } from "./guide-snippets.ts";

interface Claim extends SnippetCase {
  what: string;
  accepted: boolean;
}

/** Times are a hundred seconds and more away from the limit, as the snippets ask the machine's own clock. */
function listClaims(): Claim[] {
  const now = Math.floor(Date.now() / 1000);
  const sent = Buffer.from(body).toString("base64");
  const good = signByNode(body, secret, now);
  const flipped = good.slice(0, -1) + (good.endsWith("0") ? "1" : "0");
  const header = (key: string, seconds: number | string) => signByNode(body, key, seconds);
  const claim = (what: string, accepted: boolean, given: Partial<SnippetCase>): Claim => ({
    what,
    accepted,
    body: sent,
    header: good,
    secrets: [secret],
    ...given,
  });
  return [
    claim("signed", true, {}),
    claim("signed with the first of two secrets", true, { secrets: [secret, newSecret] }),
    claim("signed with the second of two secrets", true, { secrets: [newSecret, secret] }),
    claim("with a further part in the header", true, { header: `${good}, v2=abc` }),
    claim("with a space in the header", true, { header: good.replace(",", ", ") }),
    claim("200 seconds old", true, { header: header(secret, now - 200) }),
    claim("200 seconds early", true, { header: header(secret, now + 200) }),
    claim("400 seconds old", false, { header: header(secret, now - 400) }),
    claim("500 seconds early", false, { header: header(secret, now + 500) }),
    claim("with a longer body", false, { body: Buffer.from(`${body} `).toString("base64") }),
    claim("with another body, no UTF-8", false, { body: "/////w==" }),
    claim("with another signature", false, { header: flipped }),
    claim("with another time", false, { header: good.replace(`t=${now}`, `t=${now + 1}`) }),
    claim("signed with a secret that is not held", false, { header: header(newSecret, now) }),
    claim("signed with an empty secret that a setting left", false, { header: header("", now), secrets: ["", secret] }),
    claim("with no secret to compare with", false, { secrets: [] }),
    claim("with a time that is none, signed by nobody", false, { header: good.replace(`t=${now}`, "t=soon") }),
    ...[
      "",
      "nonsense",
      ",",
      "t=1",
      `v1=${"0".repeat(64)}`,
      good.replace("v1", "v0"),
      `t=${now},v1=`,
      `t=${now},v1=é`,
    ].map((text) => claim(`with the header ${JSON.stringify(text)}`, false, { header: text })),
  ];
}

describe.each(languages)("the guide's $name", (language) => {
  const installed = isInstalled(language.interpreter);
  const title = "accepts what is signed, and refuses the tampered, the old and the forged";
  const reason = installed ? "" : ` (skipped: ${language.interpreter} is not on this machine)`;

  test.skipIf(!installed)(`${title}${reason}`, { timeout: 120_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), "wayfare-guide-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const claims = listClaims();
    const accepted = runSnippet(language, folder, claims);
    expect(claims.map(({ what }, index) => [what, accepted[index]])).toEqual(
      claims.map((each) => [each.what, each.accepted]),
    );
  });
});
