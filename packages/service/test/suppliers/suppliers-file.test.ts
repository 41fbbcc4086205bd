import { createGuardedClient } from "@wayfare/egress";
import { parseSettings } from "@wayfare/settings";
import { createLiveSuppliers } from "@wayfare/suppliers";
import { expect, onTestFinished, test } from "vitest";
import { accessOf } from "../../../suppliers/test/conformance.ts";
import { startDuffelDouble } from "../../../suppliers/test/doubles/duffel-double.ts";
import { places } from "../../../suppliers/test/places.ts";
import { parseSuppliersFile, readConfiguredSuppliers } from "../../src/suppliers/suppliers-file.ts";

const house = { name: "house", slot: 8, url: "https://flights.example.com/v1", secret: "a-secret-of-the-house" };

test("fills in defaults and maps the settings to suppliers and credentials", () => {
  const file = parseSuppliersFile(JSON.stringify({ http: [house], budgets: { duffel: { callsPerDay: 5 } } }));
  expect(file.http).toMatchObject([{ cash: true, award: false, roundTrips: true, cities: false, testMode: false }]);
  const settings = parseSettings({
    environment: { DUFFEL_TOKEN: "duffel_live_1", DUFFEL_TEST_TOKEN: "duffel_test_1" },
  });
  const { setup, deployment } = readConfiguredSuppliers(settings);
  expect(setup).toMatchObject({ duffel: true, seatsAero: true, ignav: true, http: [], scheduleFile: null });
  expect(deployment.secrets).toEqual({ test: { duffel: "duffel_test_1" }, live: { duffel: "duffel_live_1" } });
});

test("rejects a live token as test token and the reverse", () => {
  expect(() => parseSettings({ environment: { DUFFEL_TOKEN: "duffel_test_1" } })).toThrow("DUFFEL_TOKEN");
  expect(() => parseSettings({ environment: { DUFFEL_TEST_TOKEN: "duffel_live_1" } })).toThrow("DUFFEL_TEST_TOKEN");
});

test.each([
  ["text that is not JSON", '{"secret":"a-secret-of-the-house"', "it is not JSON"],
  ["a list", "[]", "must be object"],
  ["a reserved slot", JSON.stringify({ http: [{ ...house, slot: 2 }] }), "/http/0/slot must be >= 8"],
  ["a short secret", JSON.stringify({ http: [{ ...house, secret: "short" }] }), "/http/0/secret"],
  ["two suppliers of one name", JSON.stringify({ http: [house, { ...house, slot: 9 }] }), "two suppliers named house"],
  ["an unknown member", JSON.stringify({ htpp: [] }), "additional properties"],
  ["a URL with a query", JSON.stringify({ http: [{ ...house, url: "https://a/?k=1" }] }), "/http/0/url"],
])("rejects %s without showing a secret", (_, text, message) => {
  const parse = () => parseSuppliersFile(text);
  expect(parse).toThrow(message);
  expect(parse).not.toThrow("a-secret-of-the-house");
});

test("names the file that cannot be read", () => {
  const settings = parseSettings({ environment: { SUPPLIERS_FILE: "/nonexistent/suppliers.json" } });
  expect(() => readConfiguredSuppliers(settings)).toThrow("cannot read SUPPLIERS_FILE /nonexistent/suppliers.json");
});

const urls = ["DUFFEL_URL", "SEATS_AERO_URL", "IGNAV_URL"] as const;

test.each(urls)("%s is the base URL of its supplier, whose origin alone can be called", (variable) => {
  const setupOf = (url: string) => readConfiguredSuppliers(parseSettings({ environment: { [variable]: url } })).setup;
  const { egress, duffel, seatsAero, ignav } = setupOf("http://127.0.0.1:9000/v1/");
  const named = { DUFFEL_URL: duffel, SEATS_AERO_URL: seatsAero, IGNAV_URL: ignav };
  expect(named).toEqual({
    ...Object.fromEntries(urls.map((each) => [each, true])),
    [variable]: { baseUrl: "http://127.0.0.1:9000/v1" },
  });
  expect(egress).toEqual({ allowLoopback: false, allowCidrs: [], ports: [], origins: ["http://127.0.0.1:9000"] });
  expect(setupOf("https://proxy.example.com:9443").egress.origins).toEqual(["https://proxy.example.com:9443"]);
  for (const url of ["http://localhost:9000", "http://[::1]:9000", "https://proxy.example.com/a/b"])
    expect(setupOf(url).egress.origins, url).toHaveLength(1);
});

test.each(urls)("%s is refused with its name, and without its value, if it is not https or on loopback", (variable) => {
  for (const url of [
    "http://duffel.example.com",
    "http://127.0.0.1.example.com",
    "http://169.254.169.254/latest",
    "https://169.254.169.254",
    "https://10.0.0.5",
    "https://127.0.0.1:9000",
    "https://[::ffff:127.0.0.1]",
    "http://0.0.0.0:9000",
    "http://10.0.0.5",
    "https://user:hush@duffel.example.com",
    "http://hush@127.0.0.1:9000",
    "https://duffel.example.com/?token=hush",
    "https://duffel.example.com/#hush",
    "https://duffel",
    "ftp://duffel.example.com",
    "file:///etc/passwd",
    "duffel.example.com",
    "https://",
    "https://duffel.example.com/a b",
    "https:\\\\duffel.example.com",
  ]) {
    const read = () => readConfiguredSuppliers(parseSettings({ environment: { [variable]: url } }));
    expect(read, url).toThrow(`${variable} is not a URL of a supplier: `);
    expect(read, url).not.toThrow(/hush/);
  }
});

test("a supplier on loopback is called although loopback is forbidden, and no other port is", async () => {
  const [duffel, other] = [await startDuffelDouble([]), await startDuffelDouble([])];
  onTestFinished(async () => void (await Promise.all([duffel.double.close(), other.double.close()])));
  const settings = parseSettings({ environment: { DUFFEL_URL: duffel.double.url } });
  const { setup } = readConfiguredSuppliers(settings);
  const egress = createGuardedClient({ rules: setup.egress, timeoutMs: 10_000, maxBodyBytes: 1000 });
  onTestFinished(() => egress.close());
  const [registration] = createLiveSuppliers(setup, { places, egress, nowMs: () => Date.now() });
  const access = accessOf({ secret: "duffel_live_1" }, 10);
  const signal = new AbortController().signal;
  await registration?.supplier.checkCredential?.({ access, signal, deadlineMs: 10_000 });
  expect(duffel.double.requests.map(({ path }) => path)).toEqual(["/air/airlines"]);
  const { port } = new URL(other.double.url);
  for (const url of [
    other.double.url,
    `http://localhost:${port}`,
    duffel.double.url.replace("127.0.0.1", "127.0.0.2"),
  ]) {
    const outcome = await egress.send({ method: "GET", url: `${url}/air/airlines`, headers: {} });
    expect(outcome, url).toMatchObject({ ok: false, reason: "refused" });
  }
  expect(other.double.requests).toEqual([]);
});
