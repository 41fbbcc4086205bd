import { type MetricEntry, metricGroups } from "@wayfare/service";

/** A query of a panel. */
interface Target {
  expr: string;
  legendFormat: string;
}

interface Panel {
  title: string;
  description: string;
  unit: string;
  targets: Target[];
}

/** Grafana's grid is 24 units wide. */
const gridWidth = 24;
const panelWidth = 8;
const panelHeight = 8;
const quantiles = [0.5, 0.95, 0.99];

/** Statuses of failures of the service, and the node metrics that belong to every process. */
const overview: Panel[] = [
  {
    title: "Requests by status",
    description: "Requests per second.",
    unit: "reqps",
    targets: [
      {
        expr: "sum by (status) (rate(wayfare_http_request_duration_seconds_count[$__rate_interval]))",
        legendFormat: "{{status}}",
      },
    ],
  },
  {
    title: "Requests by route",
    description: "Requests per second.",
    unit: "reqps",
    targets: [
      {
        expr: "sum by (route) (rate(wayfare_http_request_duration_seconds_count[$__rate_interval]))",
        legendFormat: "{{route}}",
      },
    ],
  },
  {
    title: "Errors by route",
    description: "Requests per second that end with a 5xx status.",
    unit: "reqps",
    targets: [
      {
        expr: 'sum by (route) (rate(wayfare_http_request_duration_seconds_count{status=~"5.."}[$__rate_interval]))',
        legendFormat: "{{route}}",
      },
    ],
  },
  {
    title: "Errors",
    description: "Part of the requests that end with a 5xx status.",
    unit: "percentunit",
    targets: [
      {
        expr: 'sum(rate(wayfare_http_request_duration_seconds_count{status=~"5.."}[$__rate_interval])) / sum(rate(wayfare_http_request_duration_seconds_count[$__rate_interval]))',
        legendFormat: "5xx",
      },
    ],
  },
  {
    title: "CPU and memory",
    description: "Processor seconds per second, by process.",
    unit: "short",
    targets: [{ expr: "rate(process_cpu_seconds_total[$__rate_interval])", legendFormat: "{{instance}}" }],
  },
  {
    title: "Resident memory",
    description: "By process.",
    unit: "bytes",
    targets: [{ expr: "process_resident_memory_bytes", legendFormat: "{{instance}}" }],
  },
  {
    title: "Event-loop lag",
    description: "99th percentile, by process.",
    unit: "s",
    targets: [{ expr: "nodejs_eventloop_lag_p99_seconds", legendFormat: "{{instance}}" }],
  },
];

/** Renders the Grafana dashboard: an overview, and a row for each group with one panel for each metric. */
export function renderDashboard(catalog: readonly MetricEntry[]): string {
  const rows = [
    { title: "Overview", panels: overview },
    ...metricGroups.map((title) => ({
      title,
      panels: catalog.filter(({ group }) => group === title).map(panelOf),
    })),
  ];
  const panels: unknown[] = [];
  let y = 0;
  for (const row of rows) {
    panels.push({
      type: "row",
      title: row.title,
      collapsed: false,
      gridPos: { h: 1, w: gridWidth, x: 0, y: y++ },
      panels: [],
    });
    for (const [position, panel] of row.panels.entries()) {
      const x = (position * panelWidth) % gridWidth;
      if (position > 0 && x === 0) y += panelHeight;
      panels.push(renderPanel(panel, panels.length + 1, { x, y }));
    }
    y += panelHeight;
  }
  const dashboard = {
    uid: "wayfare",
    title: "Wayfare",
    description: "Generated from the metric catalog by npm run generate.",
    schemaVersion: 39,
    editable: false,
    refresh: "30s",
    time: { from: "now-6h", to: "now" },
    templating: { list: [{ name: "datasource", type: "datasource", query: "prometheus", label: "Data source" }] },
    panels,
  };
  return `${JSON.stringify(dashboard, null, 2)}\n`;
}

function renderPanel({ title, description, unit, targets }: Panel, id: number, at: { x: number; y: number }): unknown {
  const datasource = { type: "prometheus", uid: "$datasource" };
  return {
    id,
    type: "timeseries",
    title,
    description,
    datasource,
    gridPos: { ...at, w: panelWidth, h: panelHeight },
    fieldConfig: { defaults: { unit, min: unit === "percentunit" ? 0 : undefined }, overrides: [] },
    targets: targets.map((target, position) => ({ refId: String.fromCodePoint(65 + position), datasource, ...target })),
  };
}

function panelOf({ name, type, help, labels }: MetricEntry): Panel {
  const [label] = labels;
  const legendFormat = label === undefined ? "{{instance}}" : labels.map((each) => `{{${each}}}`).join(" ");
  const panel = { title: titleOf(name), description: help };
  if (type === "gauge") return { ...panel, unit: unitOf(name), targets: [{ expr: name, legendFormat }] };
  if (type === "counter") {
    const by = label === undefined ? "instance" : labels.join(", ");
    const expr = `sum by (${by}) (rate(${name}[$__rate_interval]))`;
    return { ...panel, unit: "cps", targets: [{ expr, legendFormat }] };
  }
  const by = label === undefined ? "le" : `le, ${label}`;
  const targets = quantiles.map((quantile) => ({
    expr: `histogram_quantile(${quantile}, sum by (${by}) (rate(${name}_bucket[$__rate_interval])))`,
    legendFormat: `p${quantile * 100}${label === undefined ? "" : ` {{${label}}}`}`,
  }));
  return { ...panel, unit: unitOf(name), targets };
}

/** `wayfare_webhook_due_lag_seconds` is "Webhook due lag". */
function titleOf(name: string): string {
  const words = name
    .replace(/^wayfare_/, "")
    .replace(/_(seconds|bytes|total)$/, "")
    .replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function unitOf(name: string): string {
  if (name.endsWith("_seconds")) return "s";
  if (name.endsWith("_ratio")) return "percentunit";
  return name.endsWith("_bytes") ? "bytes" : "short";
}
