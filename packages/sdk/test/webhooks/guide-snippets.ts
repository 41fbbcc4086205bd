import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** A delivery for a snippet. `body` is base64, because it may be binary. */
export interface SnippetCase {
  body: string;
  header: string;
  secrets: string[];
}

/** Language of a snippet: the file of the snippet, the files that run the cases, and the command. */
export interface Language {
  name: string;
  interpreter: string;
  fence: string;
  snippetFile: string;
  files: Readonly<Record<string, string>>;
  command: readonly string[];
}

const guide = readFileSync(new URL("../../../../docs/guides/receive-webhooks.md", import.meta.url), "utf8");

/** Returns the only code block of the guide in this language. */
function readSnippet(fence: string): string {
  const blocks = [...guide.matchAll(new RegExp(`^\`\`\`${fence}\\n(.*?)^\`\`\`$`, "gms"))];
  if (blocks.length !== 1) throw new Error(`expected one ${fence} block in the guide, found ${blocks.length}`);
  return blocks[0]?.[1] ?? "";
}

/** Each program reads the cases as JSON from standard input and prints a JSON array of booleans. */
export const languages: readonly Language[] = [
  {
    name: "TypeScript",
    interpreter: process.execPath,
    fence: "ts",
    snippetFile: "snippet.ts",
    files: {
      "run.ts": `import { POST } from "./snippet.ts";
import { text } from "node:stream/consumers";
console.log = () => {};
const accepted = [];
for (const { body, header, secrets } of JSON.parse(await text(process.stdin))) {
  process.env.WAYFARE_WEBHOOK_SECRETS = secrets.join(",");
  const headers = { "SVC-Signature": header };
  const init = { method: "POST", headers, body: Buffer.from(body, "base64") };
  const response = await POST(new Request("http://receiver/", init));
  await response.json();
  accepted.push(response.status === 200);
}
process.stdout.write(JSON.stringify(accepted));`,
    },
    command: ["run.ts"],
  },
  {
    name: "Node",
    interpreter: process.execPath,
    fence: "js",
    snippetFile: "snippet.mjs",
    files: {
      "run.mjs": `import { text } from "node:stream/consumers";
import { verifyWebhook } from "./snippet.mjs";
const accepted = JSON.parse(await text(process.stdin)).map(({ body, header, secrets }) => {
  try {
    return "type" in verifyWebhook(Buffer.from(body, "base64"), header, secrets);
  } catch {
    return false;
  }
});
process.stdout.write(JSON.stringify(accepted));`,
    },
    command: ["run.mjs"],
  },
  {
    name: "Python",
    interpreter: "python3",
    fence: "python",
    snippetFile: "snippet.py",
    files: {
      "run.py": `import base64, json, sys
from snippet import verify_webhook
accepted = []
for case in json.load(sys.stdin):
    try:
        accepted.append("type" in verify_webhook(base64.b64decode(case["body"]), case["header"], case["secrets"]))
    except ValueError:
        accepted.append(False)
print(json.dumps(accepted))`,
    },
    command: ["run.py"],
  },
  {
    name: "Go",
    interpreter: "go",
    fence: "go",
    snippetFile: "webhooks/verify.go",
    files: {
      "go.mod": "module receiver\n\ngo 1.18\n",
      "main.go": `package main
import ("encoding/json"; "os"; "receiver/webhooks")
func main() {
	var cases []struct { Body []byte; Header string; Secrets []string }
	if err := json.NewDecoder(os.Stdin).Decode(&cases); err != nil { panic(err) }
	accepted := []bool{}
	for _, each := range cases { accepted = append(accepted, webhooks.Verify(each.Body, each.Header, each.Secrets)) }
	json.NewEncoder(os.Stdout).Encode(accepted)
}`,
    },
    command: ["run", "."],
  },
  {
    name: "PHP",
    interpreter: "php",
    fence: "php",
    snippetFile: "snippet.php",
    files: {
      "run.php": `<?php
require 'snippet.php';
error_reporting(E_ALL);
set_error_handler(fn ($level, $message) => throw new ErrorException($message));
$accepted = [];
foreach (json_decode(file_get_contents('php://stdin'), true) as $case) {
    try {
        $event = verify_webhook(base64_decode($case['body']), $case['header'], $case['secrets']);
        $accepted[] = isset($event['type']);
    } catch (RuntimeException) {
        $accepted[] = false;
    }
}
echo json_encode($accepted);`,
    },
    command: ["run.php"],
  },
];

export function isInstalled(interpreter: string): boolean {
  return spawnSync("sh", ["-c", `command -v "$0"`, interpreter]).status === 0;
}

/**
 * Runs the guide's snippet on the cases.
 *
 * @param folder An empty directory for this run.
 * @returns true for each accepted case.
 */
export function runSnippet(language: Language, folder: string, cases: readonly SnippetCase[]): boolean[] {
  const files = { ...language.files, [language.snippetFile]: readSnippet(language.fence) };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  mkdirSync(join(folder, "node_modules/@wayfare"), { recursive: true });
  symlinkSync(fileURLToPath(new URL("../../", import.meta.url)), join(folder, "node_modules/@wayfare/sdk"));
  const { status, stdout, stderr } = spawnSync(language.interpreter, language.command, {
    cwd: folder,
    input: JSON.stringify(cases),
    encoding: "utf8",
    env: { ...process.env, GOCACHE: join(folder, "cache"), GOTOOLCHAIN: "local", GOPROXY: "off" },
  });
  if (status !== 0) throw new Error(`${language.name} exited with ${status}: ${stderr}`);
  return JSON.parse(stdout);
}
