import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { eventually } from "../../../../tests/eventually.ts";
import { startApp } from "../access-app.ts";
import { makeFlight, makeSupply, supplierWith } from "../sample-supply.ts";
import { readSearch } from "./event-stream.ts";

test.each(["application/json", "text/event-stream"])(
  "searches with Accept %s leave no listeners on signals",
  async (accept) => {
    const suppliersSignals: AbortSignal[] = [];
    const requestSignals: AbortSignal[] = [];
    const supplier = supplierWith("sandbox", async (_query, { signal }) => {
      suppliersSignals.push(signal);
      return { flights: [makeFlight()] };
    });
    const { runner, ...supply } = makeSupply([supplier]);
    const record = <Context extends { signal?: AbortSignal }>(context: Context): Context => {
      if (context.signal !== undefined) requestSignals.push(context.signal);
      return context;
    };
    const { app } = await startApp("pglite", {
      supply: {
        ...supply,
        runner: {
          ...runner,
          search: (job, context) => runner.search(job, record(context)),
          stream: (job, context) => runner.stream(job, record(context)),
        },
      },
    });
    for (let n = 0; n < 20; n++) {
      const answers = await Promise.all(Array.from({ length: 5 }, () => readSearch(app, { headers: { accept } })));
      expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
    }
    const signals = [...suppliersSignals, ...requestSignals];
    expect(signals).toHaveLength(200);
    await eventually(() => expect(signals.flatMap((signal) => getEventListeners(signal, "abort"))).toEqual([]));
  },
);
