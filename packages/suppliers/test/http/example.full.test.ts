import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createHttpSupplier } from "@wayfare/suppliers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { adapterOptions, makeEgress, searchWith } from "../doubles/adapter.ts";
import { queryFor } from "../query.ts";

const secret = "a-secret-that-both-sides-know";
const program = join(import.meta.dirname, "../../../../examples/supplier/supplier.ts");
const egress = makeEgress();
let example: ReturnType<typeof spawn>;
let url = "";

beforeAll(async () => {
  const env = { ...process.env, SUPPLIER_SECRET: secret, PORT: "0" };
  example = spawn(process.execPath, [program], { env, stdio: ["ignore", "pipe", "inherit"] });
  const [line]: unknown[] = await once(example.stdout ?? example, "data");
  const [, port] = /"port":(\d+)/.exec(String(line)) ?? [];
  url = `http://127.0.0.1:${port}`;
});

afterAll(async () => {
  example.kill();
  await egress.close();
});

function open() {
  const { baseUrl: _url, ...options } = adapterOptions(egress, { url });
  const cabins = ["economy"] as const;
  const capabilities = { cash: true, award: false, roundTrips: true, cities: true, cabins, calendar: false };
  // The example compares the time of the signature with its clock.
  return createHttpSupplier({ ...options, nowMs: Date.now, url, name: "house", capabilities });
}

test("the example answers a search with its flights, and none for a return", async () => {
  const travelers = { adults: 2, youths: 0, children: 0, infantsInSeat: 0, infants: 0 };
  const { flights } = await searchWith(open(), queryFor({ travelers }), { secret });
  expect(flights.map(({ cash }) => cash[0]?.total)).toEqual([77_800, 91_000]);
  expect((await searchWith(open(), queryFor({ returnDate: "2027-01-27" }), { secret })).flights).toEqual([]);
});

test("the example refuses another secret", async () => {
  await expect(searchWith(open(), queryFor(), { secret: "another secret" })).rejects.toMatchObject({
    kind: "credential",
    code: "wrong_signature",
  });
});
