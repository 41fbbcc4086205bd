import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../eventually.ts";
import { copyPreparedDatabase } from "../prepared-database.ts";
import { type ServiceProcess, spawnService, waitForAddress } from "../running-service.ts";
import { mountTmpfs, noTmpfsReason, type Tmpfs } from "../tmpfs.ts";

const environment = { DISK_RESERVE_MB: "64", LOG_LEVEL: "error", RATE_LIMIT_FACTOR: "100" };
const departureDate = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
const traveler = { type: "adult", givenName: "Ada", familyName: "Lovelace", bornOn: "1987-03-09" };
const contact = { email: "ada@example.com", phone: "+442079460123" };

interface Reply {
  status: number;
  body: {
    code?: string;
    reference?: string;
    flights?: { cash: { id: string }[] }[];
    ready?: boolean;
    storage?: boolean;
  };
}

describe.skipIf(noTmpfsReason !== undefined)(
  `the embedded database on a full disk (${noTmpfsReason ?? "a tmpfs"})`,
  () => {
    let disk: Tmpfs;
    let directory: string;
    let service: ServiceProcess;
    let url: string;
    let key: string;
    let offers: string[];

    async function start(): Promise<void> {
      service = spawnService(directory, { environment });
      url = await waitForAddress(service);
    }

    /** Sends a request that fails after five seconds, because no request may hang. */
    async function call(path: string, body?: object): Promise<Reply> {
      const response = await fetch(url + path, {
        method: body === undefined ? "GET" : "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(5000),
      });
      return { status: response.status, body: (await response.json()) as Reply["body"] };
    }

    const search = () => call("/v1/flights/search", { origin: "JFK", destination: "LHR", departureDate });

    /** Books offers until a booking is rejected; returns the references of acknowledged bookings. */
    async function bookUntilRejected(onBooked: (count: number) => void): Promise<string[]> {
      const references: string[] = [];
      for (let count = 0; ; count++) {
        const offerId = offers[count % offers.length];
        const { status, body } = await call("/v1/bookings", { offerId, travelers: [traveler], contact });
        if (status >= 500) return references;
        if (body.reference !== undefined) references.push(body.reference);
        onBooked(count);
        if (count > 300) throw new Error("no booking was rejected");
      }
    }

    async function listBookings(): Promise<string[]> {
      const references: string[] = [];
      let path: string | null = "/v1/bookings?limit=100";
      while (path !== null) {
        const response = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } });
        const page = (await response.json()) as { data: { reference: string }[]; nextCursor: string | null };
        references.push(...page.data.map(({ reference }) => reference));
        path = page.nextCursor === null ? null : `/v1/bookings?limit=100&cursor=${encodeURIComponent(page.nextCursor)}`;
      }
      return references;
    }

    beforeAll(async () => {
      disk = mountTmpfs(400);
      directory = join(disk.path, "data");
      mkdirSync(directory, { mode: 0o700 });
      await copyPreparedDatabase(directory);
      await start();
      key = (JSON.parse(readFileSync(join(directory, "first-run.json"), "utf8")) as { key: string }).key;
      const { body } = await search();
      offers = body.flights?.flatMap(({ cash }) => cash.map(({ id }) => id)) ?? [];
      expect(offers.length).toBeGreaterThan(3);
    });

    afterAll(async () => {
      service.child.kill("SIGKILL");
      await service.exited;
      disk.unmount();
    });

    it("rejects writes, serves reads and health checks, recovers automatically, and keeps all acknowledged bookings after kill -9", async () => {
      const acknowledged = await bookUntilRejected((count) => {
        // The whole disk at once, as another process's log file or copy could.
        if (count === 20) disk.fill();
      });
      expect(acknowledged.length).toBeGreaterThanOrEqual(10);
      for (let round = 0; round < 20; round++) {
        expect(await call("/healthz")).toMatchObject({ status: 200 });
        expect(await call("/readyz")).toMatchObject({ status: 503, body: { ready: false } });
        expect((await search()).status).toBe(503);
        for (const read of ["/v1/bookings", "/v1/places?q=lon", "/v1/keys", "/v1/requests", "/v1/usage/current"]) {
          expect(await call(read)).toMatchObject({ status: 200 });
        }
      }
      expect(disk.freeMegabytes()).toBeLessThan(1);
      disk.free();
      await eventually(async () => expect(await call("/readyz")).toMatchObject({ status: 200, body: { ready: true } }));
      expect(await search()).toMatchObject({ status: 200 });
      expect(service.child.exitCode).toBeNull();

      disk.fill();
      expect((await search()).status).toBe(503);
      service.child.kill("SIGKILL");
      await service.exited;
      disk.free();
      await start();
      expect(await listBookings()).toEqual(expect.arrayContaining(acknowledged));
    });

    it("stops on SIGTERM, and prints why it does not start", async () => {
      const before = await listBookings();
      disk.fill();
      expect((await search()).status).toBe(503);
      service.child.kill("SIGTERM");
      expect(await service.exited).toEqual([0, null]);
      const failed = spawnService(directory, { environment });
      expect(await failed.exited).toEqual([1, null]);
      expect(failed.logged().trim()).toMatch(
        /^The disk of .+ is full: 0 MB are free, and the embedded database needs 64 MB \(DISK_RESERVE_MB\) to start\. Free some space and start again\.$/,
      );
      disk.free();
      await start();
      expect(await listBookings()).toEqual(before);
    });
  },
);
