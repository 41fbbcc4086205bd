import { expect, test } from "vitest";
import { addEndpoint, countDuplicates, expectExactAccounting, waitForDeliveries } from "./accounting.ts";
import { Load } from "./load.ts";
import { checkOutPreviousVersion } from "./previous-version.ts";
import { makeWatchedDeployment } from "./watched-deployment.ts";

const checkout = checkOutPreviousVersion();

test.skipIf(checkout === undefined)(
  "completes a rolling upgrade from the previous version without a failed request or a lost or duplicate delivery",
  { timeout: 600_000 },
  async () => {
    const { database, deployment, receiver } = await makeWatchedDeployment();
    await database.script("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
    const previous = checkout === undefined ? {} : { checkout };
    await deployment.start("old-1", previous);
    await deployment.start("old-2", previous);
    await addEndpoint(deployment, receiver.url);

    const load = new Load(deployment, { clients: 4, pauseMs: 100, retries: false });
    load.start();
    await load.waitForBookings(5);
    for (const number of [1, 2]) {
      // The first start of the new version migrates while both old processes run.
      await deployment.start(`new-${number}`);
      await load.waitForBookings(5);
      await deployment.retire(`old-${number}`, () => load.settle());
    }
    await load.waitForBookings(5);
    await load.stop();
    await waitForDeliveries(database);

    expect(Object.fromEntries(load.failures)).toStrictEqual({});
    expect(countDuplicates(receiver)).toBe(0);
    await expectExactAccounting(database, load, { receiver, endpoints: 1 });
  },
);
