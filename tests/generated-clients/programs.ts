/** A tool that generates a client from the OpenAPI document, and a program that calls the service with it. */
export interface ClientTool {
  name: string;
  /** Command with default options; writes into the tool's folder. */
  command: (document: string) => readonly string[];
  /** Source of `program.ts` next to the generated client. It prints the values that `expectedCalls` describes. */
  program: string;
}

/** Each program searches with the required members only, creates a key and lists keys. */
export interface Printed {
  flights: number;
  createdKey: string;
  listedKeys: string[];
}

export const clientTools: readonly ClientTool[] = [
  {
    name: "openapi-typescript",
    command: (document) => ["openapi-typescript", document, "--output", "openapi-typescript/schema.ts"],
    program: `
import createClient from "openapi-fetch";
import type { paths } from "./schema";

async function main() {
  const headers = { authorization: "Bearer " + process.env["WAYFARE_KEY"] };
  const client = createClient<paths>({ baseUrl: process.env["WAYFARE_URL"] ?? "", headers });
  const search = await client.POST("/v1/search", {
    body: { origin: "JFK", destination: "LHR", departureDate: "2027-01-20" },
  });
  const made = await client.POST("/v1/keys", {
    body: { name: "openapi-typescript", environment: "test", scopes: ["flights.search"] },
  });
  const keys = await client.GET("/v1/keys", {});
  const flights = search.data?.flights.length;
  const listedKeys = keys.data?.data.map((key) => key.name);
  console.log(JSON.stringify({ flights, createdKey: made.data?.name, listedKeys }));
}
void main();
`,
  },
  {
    name: "hey-api",
    command: (document) => ["openapi-ts", "--input", document, "--output", "hey-api/client"],
    program: `
import { createKey, listKeys, searchAndScore } from "./client";
import { client } from "./client/client.gen";

async function main() {
  client.setConfig({ baseUrl: process.env["WAYFARE_URL"] ?? "", auth: process.env["WAYFARE_KEY"] ?? "" });
  const search = await searchAndScore({ body: { origin: "JFK", destination: "LHR", departureDate: "2027-01-20" } });
  const made = await createKey({ body: { name: "hey-api", environment: "test", scopes: ["flights.search"] } });
  const keys = await listKeys();
  const flights = search.data?.flights.length;
  const listedKeys = keys.data?.data.map((key) => key.name);
  console.log(JSON.stringify({ flights, createdKey: made.data?.name, listedKeys }));
}
void main();
`,
  },
  {
    name: "orval",
    command: (document) => ["orval", "--input", document, "--output", "orval/client.ts"],
    program: `
import axios from "axios";
import * as client from "./client";

async function main() {
  axios.defaults.baseURL = process.env["WAYFARE_URL"] ?? "";
  axios.defaults.headers.common["authorization"] = "Bearer " + process.env["WAYFARE_KEY"];
  const search = await client.searchAndScore({ origin: "JFK", destination: "LHR", departureDate: "2027-01-20" });
  const made = await client.createKey({ name: "orval", environment: "test", scopes: ["flights.search"] });
  const keys = await client.listKeys();
  const flights = search.data.flights.length;
  const listedKeys = keys.data.data.map((key) => key.name);
  console.log(JSON.stringify({ flights, createdKey: made.data.name, listedKeys }));
}
void main();
`,
  },
];
