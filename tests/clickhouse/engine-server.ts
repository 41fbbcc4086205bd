/**
 * Child process: the ClickHouse engine of chdb behind the part of ClickHouse's HTTP interface that `@clickhouse/client` uses. argv[2] is the
 * package.json next to which chdb is installed, argv[3] the data directory, argv[4] the port, or 0.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { gunzipSync } from "node:zlib";

interface Engine {
  Session: new (
    path: string,
  ) => {
    queryBindAsync(sql: string, parameters: object, options: { format: string }): Promise<{ bytes(): Uint8Array }>;
    queryAsync(sql: string, options: { format: string }): Promise<{ bytes(): Uint8Array }>;
  };
}

const [packagePath = "", dataDirectory = "", port = "0"] = process.argv.slice(2);
const { Session }: Engine = createRequire(packagePath)("chdb");
const session = new Session(dataDirectory);

/** Settings of the client that change answers. Others concern the transport. */
const settings = new Set(["date_time_input_format", "output_format_json_quote_64bit_integers"]);
let last: Promise<unknown> = Promise.resolve();

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  return (request.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body).toString("utf8");
}

const escaped: Record<string, string> = { t: "\t", n: "\n", r: "\r", b: "\b", f: "\f", 0: "\0" };

/** The HTTP interface has strings escaped as in TSV, and arrays as literals; the engine escapes strings itself. */
function readParameter(text: string): string {
  if (text.startsWith("['") || text === "[]") return text;
  return text.replaceAll(/\\(.)/g, (_all, character: string) => escaped[character] ?? character);
}

/** Runs the text of the `query` parameter followed by the body, as ClickHouse does. */
async function run(url: URL, body: string): Promise<Uint8Array> {
  const parameters: Record<string, string> = {};
  const applied: string[] = [];
  for (const [name, value] of url.searchParams) {
    if (name.startsWith("param_")) parameters[name.slice("param_".length)] = readParameter(value);
    else if (settings.has(name)) applied.push(`${name} = '${value}'`);
  }
  const query = url.searchParams.get("query");
  const sql = query === null ? body : `${query}\n${body}`;
  const options = { format: url.searchParams.get("default_format") ?? "TabSeparated" };
  if (applied.length > 0) await session.queryAsync(`SET ${applied.join(", ")}`, options);
  const hasParameters = Object.keys(parameters).length > 0;
  const result = hasParameters
    ? await session.queryBindAsync(sql, parameters, options)
    : await session.queryAsync(sql, options);
  return result.bytes();
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", "http://127.0.0.1");
  if (url.pathname === "/ping") return void response.end("Ok.\n");
  const body = await readBody(request);
  // The engine runs one query at a time.
  const running = last.then(() => run(url, body));
  last = running.catch(() => {});
  try {
    const bytes = await running;
    response.setHeader("x-clickhouse-summary", "{}");
    response.end(bytes);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    response.statusCode = 500;
    response.setHeader("x-clickhouse-exception-code", /Code: (\d+)/.exec(message)?.[1] ?? "1000");
    response.end(message);
  }
}

const server = createServer((request, response) => void answer(request, response));
await once(server.listen(Number(port), "127.0.0.1"), "listening");
const address = server.address();
process.send?.({ url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}` });
process.once("disconnect", () => process.exit(0));
