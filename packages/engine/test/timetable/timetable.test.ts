import {
  airportsOf,
  buildTimetable,
  findMarket,
  formatVersion,
  greatCircleKm,
  InvalidSnapshot,
  openTimetable,
} from "@wayfare/engine";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { packColumns } from "../../src/timetable/buffer.ts";
import { drawNetwork, drawTimetable } from "../fixtures/drawn-network.ts";
import { arbitraryNetwork, reordered } from "../fixtures/random-network.ts";

const runs = { seed: 20_270_115, numRuns: 150 };

const drawn = `
  BA1 LHR 09:00 JFK 12:00
  BA3 LGW 10:00 EWR 13:00 15
  AA2 JFK 18:30 LHR 06:30+1
  LH400 FRA 11:00 JFK 13:30
  LH100 MUC 07:00 FRA 08:05
`;

const bytesOf = (buffer: SharedArrayBuffer) => Buffer.from(new Uint8Array(buffer));

function toBuffer(bytes: Uint8Array): SharedArrayBuffer {
  const buffer = new SharedArrayBuffer(bytes.length);
  new Uint8Array(buffer).set(bytes);
  return buffer;
}

/** Error of opening the bytes; null if they open, and the error itself if it is not a InvalidSnapshot. */
function rejectionOf(bytes: Uint8Array): unknown {
  try {
    openTimetable(toBuffer(bytes));
    return null;
  } catch (error) {
    return error instanceof InvalidSnapshot ? error.message : error;
  }
}

describe("the bytes of a timetable", () => {
  it("are equal for equal networks in any order of patterns", () => {
    const arbitraryOrders = arbitraryNetwork.chain((network) => {
      const rows = Array.from({ length: network.patterns.count }, (_, i) => i);
      const order = fc.shuffledSubarray(rows, { minLength: rows.length, maxLength: rows.length });
      return fc.tuple(fc.constant(network), order);
    });
    fc.assert(
      fc.property(arbitraryOrders, ([network, order]) => {
        expect(bytesOf(buildTimetable(reordered(network, order))).equals(bytesOf(buildTimetable(network)))).toBe(true);
      }),
      runs,
    );
  });

  it("differ if a flight leaves five minutes later", () => {
    const later = drawn.replace("09:00 JFK 12:00", "09:05 JFK 12:05");
    expect(bytesOf(buildTimetable(drawNetwork(later))).equals(bytesOf(buildTimetable(drawNetwork(drawn))))).toBe(false);
  });
});

describe("opening a snapshot", () => {
  const sound = bytesOf(buildTimetable(drawNetwork(drawn)));

  it("accepts an intact one", () => {
    expect(rejectionOf(sound)).toBeNull();
  });

  it("rejects another file type", () => {
    expect(rejectionOf(Buffer.alloc(4096, "<!doctype html>"))).toBe("not a snapshot: wrong magic number");
    expect(rejectionOf(Buffer.alloc(4096))).toBe("not a snapshot: wrong magic number");
  });

  it("rejects an empty one, one shorter than its header, and one whose size is not a multiple of eight", () => {
    for (const length of [0, 1, 16, 19, 1001]) {
      expect(rejectionOf(sound.subarray(0, length))).toBe("not a snapshot: too short or truncated");
    }
  });

  it("rejects another format version, naming both", () => {
    const other = Buffer.from(sound);
    other.writeUInt32LE(formatVersion + 1, 4);
    expect(rejectionOf(other)).toBe(
      `snapshot has format ${formatVersion + 1}, but this version reads format ${formatVersion}`,
    );
  });

  it("rejects a truncated or extended one, naming both sizes", () => {
    for (const length of [24, 1024, sound.length - 8]) {
      expect(rejectionOf(sound.subarray(0, length))).toBe(`snapshot has ${length} bytes, expected ${sound.length}`);
    }
    expect(rejectionOf(Buffer.concat([sound, Buffer.alloc(8)]))).toContain(`expected ${sound.length}`);
  });

  it("rejects a flipped bit, anywhere", () => {
    const arbitraryAt = fc.oneof(fc.nat(sound.length - 1), fc.nat(200));
    fc.assert(
      fc.property(arbitraryAt, fc.nat(7), (at, bit) => {
        const flipped = Buffer.from(sound);
        flipped[at] = (flipped[at] ?? 0) ^ (1 << bit);
        expect(rejectionOf(flipped)).toMatch(/^(not a snapshot|snapshot (has|is damaged))/);
      }),
      { seed: 20_270_116, numRuns: 600 },
    );
  });

  it("rejects a missing column, naming it", () => {
    const { document, columns } = { document: { airports: [], days: 8 }, columns: { carrier: new Uint16Array(3) } };
    expect(rejectionOf(bytesOf(packColumns(document, columns)))).toBe("snapshot is missing column operatingCarrier");
    expect(rejectionOf(bytesOf(packColumns(document, { carrier: new Uint8Array(3) })))).toBe(
      "snapshot is missing column carrier",
    );
  });
});

describe("the columns of a timetable", () => {
  it("contain every pattern in the market of its airports, and every market in both indexes", () => {
    fc.assert(
      fc.property(arbitraryNetwork, (network) => {
        const timetable = openTimetable(buildTimetable(network));
        const { marketOrigin, marketDestination, marketFirst, marketOf } = timetable;
        const markets = marketOrigin.length;
        expect([marketFirst[0], marketFirst[markets]]).toEqual([0, network.patterns.count]);
        for (let market = 0; market < markets; market++) {
          const [first = 0, end = 0] = marketFirst.subarray(market, market + 2);
          expect(end).toBeGreaterThan(first);
          expect(new Set(marketOf.subarray(first, end))).toEqual(new Set([market]));
          expect(findMarket(timetable, marketOrigin[market] ?? -1, marketDestination[market] ?? -1)).toBe(market);
        }
        for (let airport = 0; airport < network.airports.length; airport++) {
          const out = rangeOf(timetable.outFirst, airport);
          const into = rangeOf(timetable.inFirst, airport).map((i) => timetable.inMarkets[i] ?? -1);
          expect(out).toEqual([...marketOrigin.keys()].filter((market) => marketOrigin[market] === airport));
          expect(into).toEqual([...marketOrigin.keys()].filter((market) => marketDestination[market] === airport));
        }
      }),
      runs,
    );
  });

  it("are sorted: markets by origin and destination, patterns of a market by departure", () => {
    fc.assert(
      fc.property(arbitraryNetwork, (network) => {
        const { marketOrigin, marketDestination, marketOf, departureMinute } = openTimetable(buildTimetable(network));
        const keys = [...marketOrigin].map((origin, market) => origin * 100 + (marketDestination[market] ?? 0));
        expect(keys).toEqual([...new Set(keys)].sort((a, b) => a - b));
        const rows = [...marketOf].map((market, row) => market * 1440 + (departureMinute[row] ?? 0));
        expect(rows).toEqual(rows.toSorted((a, b) => a - b));
      }),
      runs,
    );
  });

  it("contain the flights of the network, each with its properties", () => {
    fc.assert(
      fc.property(arbitraryNetwork, (network) => {
        const { patterns } = network;
        const timetable = openTimetable(buildTimetable(network));
        const before = Array.from({ length: patterns.count }, (_, row) => [
          patterns.flightNumber[row],
          patterns.carrier[row],
          patterns.origin[row],
          patterns.destination[row],
          patterns.departureMinute[row],
          patterns.blockMinutes[row],
          bitmapOf(network.operatingDays[patterns.operatingDays[row] ?? -1]),
        ]);
        const after = Array.from(timetable.marketOf, (market, row) => [
          timetable.flightNumber[row],
          timetable.carrier[row],
          timetable.marketOrigin[market],
          timetable.marketDestination[market],
          timetable.departureMinute[row],
          timetable.blockMinutes[row],
          bitmapOf(
            timetable.operatingBits.subarray(
              (timetable.operatingDays[row] ?? 0) * timetable.operatingStride,
              ((timetable.operatingDays[row] ?? 0) + 1) * timetable.operatingStride,
            ),
          ),
        ]);
        const byNumber = (a: unknown[], b: unknown[]) => Number(a[0]) - Number(b[0]);
        expect(after.sort(byNumber)).toEqual(before.sort(byNumber));
      }),
      runs,
    );
  });

  it("connect an airline closely with itself and its alliance, loosely with named partners and through codeshares", () => {
    const { connects, sellers, sellersOf, flightNumber } = drawTimetable(`
      BA1 LHR 09:00 JFK 12:00
      AA2 JFK 18:30 LHR 06:30+1
      LH3 FRA 11:00 JFK 13:30
      B64 JFK 11:00 BOS 12:00
      UA5 JFK 11:00 ORD 12:00
      B66=LH7 JFK 11:00 LAX 14:00
    `);
    const setOf = (number: number) => sellersOf[flightNumber.indexOf(number)] ?? -1;
    const connected = (a: number, b: number) => connects[setOf(a) * sellers.length + setOf(b)];
    expect([connected(1, 1), connected(1, 2), connected(2, 4), connected(4, 2), connected(3, 6)]).toEqual([
      2, 2, 1, 1, 1,
    ]);
    expect([connected(1, 3), connected(1, 4), connected(4, 5), connected(3, 4)]).toEqual([0, 0, 0, 0]);
  });
});

describe("a place in a timetable", () => {
  const timetable = drawTimetable(drawn);
  const codesOf = (code: string) => airportsOf(timetable, code).map((airport) => timetable.airports[airport]);

  it("resolves to every airport of a metropolitan code, one airport, or none", () => {
    expect(codesOf("NYC")).toEqual(["EWR", "JFK"]);
    expect(codesOf("JFK")).toEqual(["JFK"]);
    expect(codesOf("FRA")).toEqual(["FRA"]);
    expect(codesOf("XXX")).toEqual([]);
  });

  it("is the airport alone if an airport and a city share its code, unless its id says otherwise", () => {
    const shared = drawTimetable(`
      BA1 LHR 09:00 SYD 06:00+2
      BA2 LHR 10:00 WSI 07:00+2
    `);
    const airports = (place: string) => airportsOf(shared, place).map((airport) => shared.airports[airport]);
    expect(airports("SYD")).toEqual(["SYD"]);
    expect(airports("airport:SYD")).toEqual(["SYD"]);
    expect(airports("city:SYD")).toEqual(["SYD", "WSI"]);
    expect(airports("city:LHR")).toEqual([]);
    expect(airports("airport:LON")).toEqual([]);
  });

  it("has a market only if a flight exists", () => {
    const at = (code: string) => timetable.airportIndex.get(code) ?? -1;
    expect(findMarket(timetable, at("LHR"), at("JFK"))).toBeGreaterThanOrEqual(0);
    expect(findMarket(timetable, at("LHR"), at("EWR"))).toBe(-1);
    expect(findMarket(timetable, at("EWR"), at("LGW"))).toBe(-1);
  });

  it("is at the great-circle distance from another, in whole kilometers", () => {
    const market = findMarket(
      timetable,
      timetable.airportIndex.get("LHR") ?? -1,
      timetable.airportIndex.get("JFK") ?? -1,
    );
    // 5,540 km by the great-circle mapper, on an ellipsoid.
    expect(timetable.marketKm[market]).toBeGreaterThan(5530);
    expect(timetable.marketKm[market]).toBeLessThan(5555);
    expect(greatCircleKm({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 180 })).toBeCloseTo(20_015.1, 1);
    expect(greatCircleKm({ latitude: 10, longitude: 179 }, { latitude: 10, longitude: -179 })).toBeLessThan(220);
  });
});

function bitmapOf(bits: Uint8Array | undefined): string {
  return Buffer.from(bits ?? []).toString("hex");
}

function rangeOf(first: Uint32Array, key: number): number[] {
  const [from = 0, end = 0] = first.subarray(key, key + 2);
  return Array.from({ length: end - from }, (_, i) => from + i);
}
