import { expect, test } from "vitest";
import { checkUrl, type GuardRules } from "../../src/addresses/ssrf-guard.ts";

const rules: GuardRules = { allowLoopback: false, allowCidrs: [], ports: [] };
const lenient: GuardRules = { ...rules, allowLoopback: true };

test.each(
  [
    ["https://hooks.example.com", "https://hooks.example.com/a?b=c&d=%5C", "HTTPS://HOOKS.EXAMPLE.COM:443/"],
    [
      "https://hooks.example.com:8443/",
      "https://bücher.example/",
      "https://xn--bcher-kva.example/",
      "https://a_b.example/",
    ],
    ["https://1.1.1.1/", "https://[2606:4700::1111]:8443/x", "https://hooks.example.com/@a:b", "https://h.example?a@b"],
  ].flat(),
)("allows %s", (url) => {
  expect(checkUrl(rules, url)).toBeNull();
});

const loopbackNotations = [
  [
    "127.0.0.1",
    "127.1",
    "127.0.1",
    "2130706433",
    "0x7f000001",
    "0x7f.1",
    "0177.0.0.1",
    "017700000001",
    "0x7F.0x0.0.01",
  ],
  [
    "127.0.0.1.",
    "0177.1.",
    "１２７.０.０.１",
    "①②⑦.⓪.⓪.①",
    "127。0。0。1",
    "127．0．0．1",
    "127｡0｡0｡1",
    "%31%32%37.0.0.1",
  ],
  ["127%2e0%2e0%2e1", "0", "0.0.0.0", "0x", "127.255.255.254", "[::1]", "[0:0:0:0:0:0:0:1]", "[::]", "[0::0001]"],
  ["[::ffff:127.0.0.1]", "[::FFFF:7F00:1]", "[0:0:0:0:0:ffff:7f00:0001]", "[::127.0.0.1]", "[::7f00:1]"],
  ["[::ffff:0:127.0.0.1]", "[64:ff9b::127.0.0.1]", "[64:ff9b:1::7f00:1]", "[2002:7f00:1::]", "[::1%25lo]", "[::1%lo]"],
  [
    "localhost",
    "LOCALHOST",
    "localhost.",
    "localhost..",
    "a.localhost",
    "a.b.localhost.",
    "ｌocalhost",
    "loc\u00ADalhost",
  ],
  ["l%6fcalhost", "localhost%2e", "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ", "localhost.localdomain", "127.0.0.1%00", "127.0.0.1%09"],
].flat();
const metadataNotations = [
  ["169.254.169.254", "2852039166", "0xa9fea9fe", "0xa9.254.0xa9fe", "0251.0376.0251.0376", "169.254.43518"],
  [
    "１６９。２５４。１６９。２５４",
    "%31%36%39.254.169.254",
    "169.254.169.254.",
    "[::ffff:169.254.169.254]",
    "[::a9fe:a9fe]",
  ],
  ["[64:ff9b::a9fe:a9fe]", "[fd00:ec2::254]", "[FD00:0EC2:0::0254]", "[fe80::a9fe:a9fe]", "metadata.google.internal"],
  [
    "metadata",
    "metadata.",
    "metadata.google.internal.",
    "100.100.100.200",
    "0x64646464c8",
    "1684301000",
    "192.0.0.192",
  ],
  ["instance-data.ec2.internal", "instance-data"],
].flat();

test.each([...loopbackNotations, ...metadataNotations])("refuses https://%s/", (host) => {
  for (const url of [`https://${host}/`, `https://${host}:8443/x?y`, `https://${host}`]) {
    expect([url, checkUrl(rules, url)]).toStrictEqual([url, expect.any(String)]);
    expect([url, checkUrl(lenient, url)]).toStrictEqual([url, expect.any(String)]);
    expect(checkUrl(rules, url.replace("https", "http"))).not.toBeNull();
  }
});

test.each(
  [
    [
      "https://a@127.0.0.1/",
      "https://a.example\\@127.0.0.1/",
      "https://a.example\\.127.0.0.1/",
      "https:\\\\a.example/",
    ],
    [
      "https://127.0.0.1\\@a.example/",
      "https://a.exa\tmple/",
      "https://a.example\n.127.0.0.1/",
      "\thttps://a.example/",
    ],
    [
      " https://a.example/",
      "https://a.example/ ",
      "https://a.example/\r\nx: y",
      "https://a.example/\0",
      "https://a.example/a b",
    ],
    [
      "https://user@a.example/",
      "https://user:pw@a.example/",
      "https://:pw@a.example/",
      "https://@a.example/",
      "https://:@a.example/",
    ],
    [
      "https://a.example/#x",
      "https://a.example/#",
      "https:a.example",
      "https:/a.example",
      "https:///a.example",
      "//a.example/",
    ],
    [
      "a.example",
      "",
      "https://",
      "https://?",
      "ftp://a.example/",
      "file:///etc/passwd",
      "data:,x",
      "javascript:x",
      "unix:/x",
    ],
    ["wss://a.example/", "gopher://a.example/", "blob:https://a.example/", "view-source:https://a.example/"],
    [
      "https://a.example:80/",
      "https://a.example:22/",
      "https://a.example:0/",
      "https://a.example:65536/",
      "https://a.example:444/",
    ],
    [
      "http://a.example/",
      "http://a.example:443/",
      "http://1.1.1.1/",
      "https://a..example/",
      "https://.a.example/",
      "https://a.example./",
    ],
    [
      "https://*.example/",
      "https://a!b.example/",
      `https://${"a".repeat(64)}.example/`,
      `https://${"a.".repeat(127)}example/`,
    ],
    [
      "https://[::ffff:1.1.1.1]/",
      "https://[::ffff:101:101]/",
      "https://[fe80::1%25eth0]/",
      "https://1.1.1.1.1/",
      "https://256.1.1.1/",
    ],
    [
      "https://intranet/",
      "https://printer.local/",
      "https://db.internal/",
      "https://nas.home.arpa/",
      "https://host.localdomain/",
    ],
  ].flat(),
)("refuses %j", (url) => {
  expect(checkUrl(rules, url)).toEqual(expect.any(String));
});

test("explains that a host name must not end with a dot", () => {
  expect(checkUrl(rules, "https://a.example./")).toBe("The host name must not end with a dot.");
});

test("ports adds https ports to 443 and 8443", () => {
  const more = { ...rules, ports: [9443] };
  for (const port of [443, 8443, 9443]) expect(checkUrl(more, `https://a.example:${port}/`)).toBeNull();
  expect(checkUrl(more, "https://a.example:9444/")).toBe("The URL's port must be one of 443, 8443, 9443.");
  expect(checkUrl(more, "http://a.example:9443/")).not.toBeNull();
});

test("allowLoopback allows plain http to loopback on any port, and nothing else", () => {
  for (const host of ["127.0.0.1", "127.9.9.9", "2130706433", "[::1]", "localhost", "hooks.localhost"]) {
    for (const port of ["", ":80", ":3000", ":443"]) expect(checkUrl(lenient, `http://${host}${port}/`)).toBeNull();
    expect(checkUrl(lenient, `https://${host}/`)).not.toBeNull();
    expect(checkUrl(rules, `http://${host}/`)).toBe("The URL must use https.");
  }
  const others = [
    "a.example",
    "0.0.0.0",
    "10.0.0.1",
    "1.1.1.1",
    "[::]",
    "[::ffff:127.0.0.1]",
    "localhost.",
    "localhost.a.example",
  ];
  for (const host of others)
    expect([host, checkUrl(lenient, `http://${host}/`)]).toStrictEqual([host, expect.any(String)]);
});

test("allowCidrs allows its addresses and internal names over https, but not http or other ports", () => {
  const internal = { ...rules, allowCidrs: ["10.0.0.0/8"] };
  for (const host of ["10.1.2.3", "hooks.internal", "subscriber"]) {
    expect(checkUrl(internal, `https://${host}/`)).toBeNull();
    expect(checkUrl(internal, `http://${host}/`)).not.toBeNull();
    expect(checkUrl(internal, `https://${host}:3000/`)).not.toBeNull();
  }
  expect(checkUrl(internal, "https://192.168.1.1/")).not.toBeNull();
});
