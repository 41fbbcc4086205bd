import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { body, newSecret, secret, signByNode } from "./deliveries.ts";
import { isInstalled, type Language, runSnippet, type SnippetCase } from "./guide-snippets.ts";

interface ExpectedCase extends SnippetCase {
  title: string;
  accepted: boolean;
}

/** Times are at least 100 seconds away from the limit, because the snippets use the system clock. */
function listCases(): ExpectedCase[] {
  const now = Math.floor(Date.now() / 1000);
  const sent = Buffer.from(body).toString("base64");
  const good = signByNode(body, secret, now);
  const flipped = good.slice(0, -1) + (good.endsWith("0") ? "1" : "0");
  const header = (key: string, seconds: number | string) => signByNode(body, key, seconds);
  const testCase = (title: string, accepted: boolean, given: Partial<SnippetCase>): ExpectedCase => ({
    title,
    accepted,
    body: sent,
    header: good,
    secrets: [secret],
    ...given,
  });
  return [
    testCase("signed", true, {}),
    testCase("signed with the first of two secrets", true, { secrets: [secret, newSecret] }),
    testCase("signed with the second of two secrets", true, { secrets: [newSecret, secret] }),
    testCase("with a further part in the header", true, { header: `${good}, v2=abc` }),
    testCase("with a space in the header", true, { header: good.replace(",", ", ") }),
    testCase("200 seconds old", true, { header: header(secret, now - 200) }),
    testCase("200 seconds early", true, { header: header(secret, now + 200) }),
    testCase("400 seconds old", false, { header: header(secret, now - 400) }),
    testCase("500 seconds early", false, { header: header(secret, now + 500) }),
    testCase("with a longer body", false, { body: Buffer.from(`${body} `).toString("base64") }),
    testCase("with another body that is not UTF-8", false, { body: "/////w==" }),
    testCase("with another signature", false, { header: flipped }),
    testCase("with another time", false, { header: good.replace(`t=${now}`, `t=${now + 1}`) }),
    testCase("signed with an unknown secret", false, { header: header(newSecret, now) }),
    testCase("signed with an empty secret", false, { header: header("", now), secrets: ["", secret] }),
    testCase("without a secret", false, { secrets: [] }),
    testCase("with an invalid timestamp and signature", false, { header: good.replace(`t=${now}`, "t=soon") }),
    ...[
      "",
      "nonsense",
      ",",
      "t=1",
      `v1=${"0".repeat(64)}`,
      good.replace("v1", "v0"),
      `t=${now},v1=`,
      `t=${now},v1=é`,
    ].map((text) => testCase(`with the header ${JSON.stringify(text)}`, false, { header: text })),
  ];
}

/** Tests the guide's snippets. A language without an interpreter is skipped. */
export function testSnippets(languages: readonly Language[]): void {
  describe.each(languages)("the guide's $name", (language) => {
    const installed = isInstalled(language.interpreter);
    const title = "accepts signed deliveries and rejects tampered, old and forged ones";
    const reason = installed ? "" : ` (skipped: ${language.interpreter} is not on this machine)`;

    test.skipIf(!installed)(`${title}${reason}`, async () => {
      const folder = await mkdtemp(join(tmpdir(), "wayfare-guide-"));
      onTestFinished(() => rm(folder, { recursive: true, force: true }));
      const cases = listCases();
      const accepted = runSnippet(language, folder, cases);
      expect(cases.map(({ title: name }, index) => [name, accepted[index]])).toEqual(
        cases.map((each) => [each.title, each.accepted]),
      );
    });
  });
}
