import { expect, test } from "vitest";
import { addEndpoint, countDoubled, expectExactAccounting, waitForDeliveries } from "./accounting.ts";
import { Load } from "./load.ts";
import { checkOutPreviousVersion } from "./previous-version.ts";
import { makeWatchedDeployment } from "./watched-deployment.ts";

const checkout = checkOutPreviousVersion();

test.skipIf(checkout === undefined)(
  "a rolling upgrade from the previous version fails no request, and loses or doubles no delivery",
  { timeout: 180_000 },
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
      // The first start of the new version migrates beside both old processes.
      await deployment.start(`new-${number}`);
      await load.waitForBookings(5);
      await deployment.retire(`old-${number}`, () => load.settle());
    }
    await load.waitForBookings(5);
    await load.stop();
    await waitForDeliveries(database);

    expect(Object.fromEntries(load.failures)).toStrictEqual({});
    expect(countDoubled(receiver)).toBe(0);
    await expectExactAccounting(database, load, { receiver, endpoints: 1 });
  },
);
