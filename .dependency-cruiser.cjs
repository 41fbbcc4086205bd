/**
 * Import rules between packages and folders. tests/boundaries.full.test.ts runs them over the repository and plants a violation of each.
 */

/** Packages that each package may import. Every package has an entry. */
const arrows = {
  concurrency: [],
  resources: [],
  contract: [],
  telemetry: [],
  engine: [],
  egress: [],
  database: ["resources", "telemetry"],
  settings: ["egress", "contract"],
  listener: ["settings", "contract"],
  world: ["engine", "resources"],
  "demo-suppliers": ["engine", "world"],
  suppliers: ["engine", "world", "egress", "contract", "concurrency", "telemetry"],
  search: ["suppliers", "engine", "contract", "concurrency", "telemetry"],
  webhooks: ["egress", "database", "contract", "telemetry"],
  billing: ["webhooks", "database", "contract", "resources"],
  service: [
    "search",
    "suppliers",
    "engine",
    "world",
    "webhooks",
    "billing",
    "settings",
    "egress",
    "listener",
    "database",
    "contract",
    "concurrency",
    "resources",
    "telemetry",
    "mcp",
    "sdk",
  ],
  sdk: ["contract"],
  mcp: ["sdk", "contract"],
  cli: [
    "service",
    "settings",
    "portal",
    "suppliers",
    "demo-suppliers",
    "sdk",
    "mcp",
    "contract",
    "listener",
    "resources",
  ],
  portal: ["sdk", "contract", "resources"],
};

/**
 * The folders of a package's `src` by layer, from top to bottom. A folder imports only from lower layers, not from
 * other folders of its layer. `pages/*` puts every folder of `pages` in that layer. Files directly in `src` are above all
 * layers, unless they are listed.
 */
const layers = {
  database: [
    ["archive", "dump"],
    ["migrations"],
    ["tables", "transactions"],
    ["pglite"],
    ["postgres"],
    ["driver"],
    ["port"],
  ],
  search: [["threads"], ["pipeline"], ["serialize"], ["candidates"], ["request"]],
  egress: [["client"], ["names"], ["addresses"]],
  webhooks: [["archive"], ["dispatcher", "history"], ["endpoints"], ["events"], ["signing"]],
  service: [
    ["app"],
    ["operator/commands", "overview", "live", "mcp"],
    ["operator/status"],
    ["operator/doctor"],
    ["operator/backup", "operator/server-secrets"],
    ["erasure", "export", "operator/billing", "sign-up"],
    ["operator/accounts", "operator/plans"],
    ["access"],
    ["accounts", "identity/routes.ts", "oauth"],
    ["identity/sso"],
    ["identity/team", "identity/security"],
    ["identity/passkeys"],
    ["identity/sign-in"],
    ["identity/sessions", "identity/connections", "notices"],
    ["identity/users"],
    ["identity/credentials"],
    ["suppliers", "test-clock"],
    ["keys", "webhooks", "bookings", "billing", "watches"],
    ["applications", "search", "places", "reference"],
    ["observability"],
    ["usage"],
    ["limits"],
    ["requests"],
    ["audit"],
    ["pages", "overload", "storage", "mail"],
    ["http"],
    ["tenancy", "secrets"],
  ],
  engine: [
    ["calendar"],
    ["search"],
    ["awards", "emissions", "ranking"],
    ["awards/programs"],
    ["awards/charts"],
    ["awards/tariffs"],
    ["fares"],
    ["itineraries"],
    ["provenance"],
    ["timetable"],
    ["geography", "hash"],
  ],
  world: [
    ["snapshot"],
    ["sandbox"],
    ["flight-paths", "places", "fares", "frequencies"],
    ["facts"],
    ["time-zones"],
    ["tables"],
  ],
  sdk: [["resources", "webhooks", "conditions"], ["client"], ["generated"]],
  mcp: [["server", "stdio"], ["tools"], ["answers", "input"]],
  cli: [["actions"], ["commands"]],
  portal: [["app"], ["pages/*"], ["components"], ["data"], ["styles"]],
  billing: [
    ["operator"],
    ["collection", "wire"],
    ["commands"],
    ["dunning"],
    ["state"],
    ["subscriptions"],
    ["invoices"],
    ["coupons", "ledger", "options"],
    ["details", "payment", "rating"],
    ["plans"],
    ["records"],
  ],
  "demo-suppliers": [["demo"], ["duffel", "seats-aero", "ignav"], ["server"]],
  suppliers: [
    ["live"],
    ["sandbox", "duffel", "seats-aero", "ignav", "http", "fan-out"],
    ["client", "registry", "reprice", "schedule"],
    ["wire"],
    ["port"],
  ],
};

/** Rules for the layers of one package, all named `PACKAGE-layers`. */
function layersOf(packageName, packageLayers) {
  const source = `^packages/${packageName}/src/`;
  const patternOf = (folders) => folders.map((folder) => folder.replaceAll("*", "[^/]+")).join("|");
  const listed = `${source}(?:${patternOf(packageLayers.flat())})(?:/|$)`;
  const rule = { name: `${packageName}-layers`, severity: "error" };
  return [
    ...packageLayers.map((folders, index) => {
      const below = packageLayers.slice(index + 1).flat();
      return {
        ...rule,
        comment: `${folders.join(", ")} may import only ${below.join(", ") || "nothing"}`,
        from: { path: `${source}(${patternOf(folders)})(?:/|$)` },
        to: {
          path: source,
          pathNot: [`${source}$1(?:/|$)`, ...(below.length > 0 ? [`${source}(?:${patternOf(below)})(?:/|$)`] : [])],
        },
      };
    }),
    {
      ...rule,
      comment: "every folder is in a layer",
      from: { path: `${source}[^/]+/`, pathNot: listed },
      to: {},
    },
    {
      ...rule,
      comment: "every folder is in a layer",
      from: { path: `${source}[^/]+$` },
      to: { path: `${source}[^/]+/`, pathNot: listed },
    },
  ];
}

const production = "^packages/[^/]+/(src|bin)/";

const borders = Object.entries(arrows).map(([name, targets]) => ({
  name: `borders-of-${name}`,
  comment: targets.length === 0 ? `${name} imports no other package` : `${name} imports only ${targets.join(", ")}`,
  severity: "error",
  from: { path: `^packages/${name}/(src|bin)/` },
  to: { path: "^packages/[^/]+/", pathNot: `^packages/(${[name, ...targets].join("|")})/` },
}));

/** @type {import("dependency-cruiser").IConfiguration & { arrows: Record<string, string[]>; layers: Record<string, string[][]> }} */
module.exports = {
  arrows,
  layers,
  forbidden: [
    ...borders,
    ...Object.entries(layers).flatMap(([packageName, packageLayers]) => layersOf(packageName, packageLayers)),
    {
      name: "known-packages",
      comment: "a new package needs an entry in `arrows`",
      severity: "error",
      from: { path: "^packages/", pathNot: `^packages/(${Object.keys(arrows).join("|")})/` },
      to: {},
    },
    {
      name: "no-deep-import",
      comment:
        "other packages are imported only through src/index.ts; tests may share the test databases, the raw server, TLS certificates and the suppliers' doubles, fault and browser tests the service's test app, recorded examples and strict document, the service's tests written time zone files, the quality report published charts and fares, and scripts and tests of the build its check and its list of external dependencies",
      severity: "error",
      from: { path: "^(packages/[^/]+|tests|benchmarks|quality|scripts|examples)/" },
      to: {
        path: "^packages/[^/]+/",
        pathNot: [
          "^$1/",
          "^packages/[^/]+/src/index\\.ts$",
          "^packages/service/src/parts\\.ts$",
          "^packages/cli/(bin/built-code\\.mjs|external-dependencies\\.ts)$",
          "^packages/egress/test/client/(raw-server|test-client|self-signed|client-certificates)\\.ts$",
          "^packages/database/test/(test-databases|postgres-proxy)\\.ts$",
          "^packages/billing/test/(billing-invariants|sample-plans|test-coupon|stripe-double|invoices/pdf-text)\\.ts$",
          "^packages/service/test/(running-app|live-app|duffel-events|browser-session|sample-supply|booking-requests|strict-document|examples/record)\\.ts$",
          "^packages/search/test/sample-(flights|facts)\\.ts$",
          "^packages/world/test/time-zones/written-tzif\\.ts$",
          "^packages/suppliers/test/(conformance|places|recorded|doubles/[^/]+)\\.ts$",
          "^packages/engine/test/(awards/award-pricing|awards/published-charts|fares/published-fares)\\.ts$",
        ],
      },
    },
    {
      name: "imported-by-name",
      comment: "other packages are imported as @wayfare/…, not by path",
      severity: "error",
      from: { path: "^(packages/[^/]+|tests|benchmarks|quality|scripts|examples)/" },
      to: {
        path: "^packages/[^/]+/src/",
        pathNot: "^$1/",
        dependencyTypes: ["local"],
        dependencyTypesNot: ["aliased-workspace"],
      },
    },
    {
      name: "no-cycle",
      comment: "no import cycles, including type imports",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "engine-is-pure",
      comment: "the engine has no I/O, clock or randomness",
      severity: "error",
      from: { path: "^packages/engine/src/" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "sdk-without-contract",
      comment: "the SDK and its declarations have no dependencies; its tests compare it with the contract",
      severity: "error",
      from: { path: "^packages/sdk/src/" },
      to: { path: "^packages/contract/" },
    },
    {
      name: "portal-takes-types-only",
      comment: "contract schemas are not bundled for the browser",
      severity: "error",
      from: { path: "^packages/portal/src/" },
      to: { path: "^packages/contract/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "command-loads-its-modules",
      comment: "the command line starts without the service and the client; a command imports them when it runs",
      severity: "error",
      from: { path: "^packages/cli/src/(main\\.ts|commands/|actions/load-actions\\.ts)" },
      to: {
        path: "^packages/(service|suppliers|demo-suppliers|mcp|sdk|cli/src/actions)/",
        pathNot: "^packages/cli/src/actions/load-actions\\.ts$",
        dynamic: false,
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "production-without-tests",
      comment: "production code does not import tests, benchmarks or generators",
      severity: "error",
      from: { path: production },
      to: { path: "^(packages/[^/]+/test|tests|benchmarks|quality|scripts)/" },
    },
    {
      name: "production-without-dev-dependencies",
      comment: "production code imports no development dependencies",
      severity: "error",
      from: { path: production },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["npm"] },
    },
    {
      name: "declared",
      comment: "every import is a declared and installed dependency of its package",
      severity: "error",
      from: { path: production },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
    },
    {
      name: "resolvable",
      comment: "every import can be resolved; other rules skip unresolved imports",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: ["^\\.build/", "^data/", "^packages/portal/dist"] },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    moduleSystems: ["es6"],
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"] },
  },
};
