/** A request to render as code. */
export interface SampleRequest {
  method: string;
  /** Absolute URL without a query. */
  url: string;
  needsKey: boolean;
  /** JSON body, if any. */
  body?: unknown;
}

/** Languages of the samples of each operation. */
export const sampleLanguages = [
  { name: "curl", title: "curl", render: renderCurlSample },
  { name: "typescript", title: "TypeScript", render: renderTypeScriptSample },
  { name: "python", title: "Python", render: renderPythonSample },
] as const;

/** Renders a command for a POSIX shell. The key is read from the environment and stays out of the shell history. */
function renderCurlSample({ method, url, needsKey, body }: SampleRequest): string {
  const request = method === "GET" ? `curl -sS ${url}` : `curl -sS -X ${method} ${url}`;
  const parts = [
    request,
    ...(needsKey ? ['-H "Authorization: Bearer $WAYFARE_KEY"'] : []),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d '${indent(toJson(body)).replaceAll("'", String.raw`'\''`)}'`]),
  ];
  return parts.join(" \\\n  ");
}

/** Renders a program for Node.js without a library. */
function renderTypeScriptSample({ method, url, needsKey, body }: SampleRequest): string {
  const headers = [
    ...(needsKey ? ["    authorization: `Bearer ${process.env.WAYFARE_KEY}`,"] : []),
    ...(body === undefined ? [] : ['    "content-type": "application/json",']),
  ];
  const options = [
    ...(method === "GET" ? [] : [`  method: "${method}",`]),
    ...(headers.length === 0 ? [] : ["  headers: {", ...headers, "  },"]),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indent(toJson(body))}),`]),
  ];
  const call = options.length === 0 ? `fetch("${url}")` : `fetch("${url}", {\n${options.join("\n")}\n})`;
  return `const response = await ${call};\nconsole.log(response.status, await response.text());`;
}

/** Renders a program for Python 3 with the standard library. */
function renderPythonSample({ method, url, needsKey, body }: SampleRequest): string {
  const headers = [
    ...(needsKey ? [`        "Authorization": f"Bearer {os.environ['WAYFARE_KEY']}",`] : []),
    ...(body === undefined ? [] : ['        "Content-Type": "application/json",']),
  ];
  const imports = [...(body === undefined ? [] : ["import json"]), ...(needsKey ? ["import os"] : [])];
  return [
    ...imports,
    "import urllib.request",
    "",
    "request = urllib.request.Request(",
    `    "${url}",`,
    `    method="${method}",`,
    ...(headers.length === 0 ? [] : ["    headers={", ...headers, "    },"]),
    ...(body === undefined ? [] : [`    data=json.dumps(${toPython(body, "    ")}).encode(),`]),
    ")",
    "with urllib.request.urlopen(request) as response:",
    "    print(response.status, response.read().decode())",
  ].join("\n");
}

function toJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function indent(text: string): string {
  return text.replaceAll("\n", "\n  ");
}

function toPython(value: unknown, margin: string): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  const inner = `${margin}    `;
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const lines = Array.isArray(value)
    ? value.map((each) => toPython(each, inner))
    : Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${toPython(each, inner)}`);
  return lines.length === 0
    ? open + close
    : `${open}\n${lines.map((line) => `${inner}${line},\n`).join("")}${margin}${close}`;
}
