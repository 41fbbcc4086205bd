import { metricCatalog } from "@wayfare/service";
import { expect, test } from "vitest";
import { readMetrics, startService } from "../running-service.ts";

test("the catalog has every metric of a running service, with its type and its help", async () => {
  const service = await startService({});
  try {
    const text = await readMetrics(service.url);
    const helpByName = new Map(
      [...text.matchAll(/^# HELP (wayfare_\S+) (.*)$/gm)].map(([, name, help]) => [name, help]),
    );
    const found = [...text.matchAll(/^# TYPE (wayfare_\S+) (\S+)$/gm)].map(([, name, type]) => {
      return { name, type, help: helpByName.get(name) };
    });
    const listed = metricCatalog.map(({ name, type, help }) => ({ name, type, help }));
    const byName = (a: { name: string | undefined }, b: { name: string | undefined }) =>
      (a.name ?? "").localeCompare(b.name ?? "");
    expect(found.toSorted(byName)).toEqual(listed.toSorted(byName));
    for (const [, name, labels = ""] of text.matchAll(/^(wayfare_\w+?)(?:_bucket|_sum|_count)?\{([^}]*)\}/gm)) {
      const known = metricCatalog.find((entry) => entry.name === name)?.labels ?? [];
      const given = [...labels.matchAll(/(\w+)="/g)].map(([, label = ""]) => label).filter((label) => label !== "le");
      expect(known, name).toEqual(expect.arrayContaining(given));
    }
  } finally {
    await service.stop();
  }
});
