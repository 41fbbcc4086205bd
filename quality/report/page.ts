import type { Claim, Section } from "./section.ts";

const introduction = [
  "# Quality",
  "",
  "Written by `npm run quality`; the same code writes the same page, and `-- --check` fails where a claim no longer holds or the page is out of date. The sandbox's",
  "network has [a report of its own](quality/world.md), against the real one of August 2016. Every flight and price is simulated.",
  "",
];

/** The page and its drawings by path below docs/, and every claim. */
export function renderReport(sections: readonly Section[]): { files: Record<string, string>; claims: Claim[] } {
  const claims = sections.flatMap((section) => section.claims);
  const page = [
    ...introduction,
    "| claim | found | |",
    "| --- | --- | --- |",
    ...claims.map(({ claim, found, holds }) => `| ${claim} | ${found} | ${holds ? "holds" : "**fails**"} |`),
    "",
    ...sections.flatMap(({ title, lines }) => [`## ${title}`, "", ...lines]),
  ];
  const charts = sections.flatMap((section) => Object.entries(section.charts ?? {}));
  return {
    files: {
      "quality.md": `${page.join("\n").trimEnd()}\n`,
      ...Object.fromEntries(charts.map(([name, svg]) => [`quality/${name}`, svg])),
    },
    claims,
  };
}
