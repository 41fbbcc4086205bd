import type { SearchRequest } from "@wayfare/sdk";

const dayMs = 86_400_000;

/** Returns an example search, 60 days ahead. */
export function exampleSearch(): SearchRequest {
  const departureDate = new Date(Date.now() + 60 * dayMs).toISOString().slice(0, 10);
  return { origin: "JFK", destination: "LIS", departureDate, includeAward: true };
}

/** Renders the search as a POSIX shell command. Reads the key from an environment variable, so that it is not in the shell history. */
export function renderCurl(baseUrl: string, request: SearchRequest): string {
  const body = JSON.stringify(request, null, 2).replaceAll("'", String.raw`'\''`);
  return [
    `curl -sS ${baseUrl}/v1/search \\`,
    '  -H "Authorization: Bearer $WAYFARE_KEY" \\',
    '  -H "Content-Type: application/json" \\',
    `  -d '${body}'`,
  ].join("\n");
}

/** Renders the search as TypeScript code with the SDK. */
export function renderTypeScript(baseUrl: string, request: SearchRequest): string {
  return `import { Wayfare } from "@wayfare/sdk";

const wayfare = new Wayfare({ apiKey: process.env.WAYFARE_KEY ?? "", baseUrl: ${JSON.stringify(baseUrl)} });

const { flights, scoreOptions } = await wayfare.search(${renderLiteral(request, "")});
`;
}

function renderLiteral(value: unknown, indent: string): string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const inner = `${indent}  `;
  const lines = members.map(([name, member]) => `${inner}${name}: ${renderLiteral(member, inner)},\n`);
  return lines.length === 0 ? "{}" : `{\n${lines.join("")}${indent}}`;
}
