import { expect, test } from "vitest";
import { describeDevice } from "../../../src/pages/settings/device.ts";

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0", "Firefox on Linux"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1", "Safari on iOS"],
  ["Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/147.0 Safari/537.36 Edg/147.0", "Edge on Windows"],
  ["curl/8.5.0", "curl/8.5.0"],
  ["", "Unknown"],
])("describes %s as %s", (userAgent, name) => {
  expect(describeDevice(userAgent)).toBe(name);
});
