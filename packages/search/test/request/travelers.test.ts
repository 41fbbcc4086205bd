import { countTravelers, maxSeats, type TravelersRequest } from "@wayfare/contract";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fillTravelers, findTravelerErrors, readStoredTravelers } from "../../src/request/travelers.ts";

const faultsOf = (request: TravelersRequest) =>
  findTravelerErrors(fillTravelers(request)).map(({ pointer, code }) => `${pointer} ${code}`);

describe("counts of travelers", () => {
  test("are 0 if they are absent, and follow from ages", () => {
    const none = { youths: 0, children: 0, infants: 0, infantsInSeat: 0 };
    expect(fillTravelers(undefined)).toEqual({ adults: 1, ...none });
    expect(fillTravelers({ adults: 2, children: 1 })).toEqual({ adults: 2, ...none, children: 1 });
    expect(fillTravelers({ adults: 2, ages: [1, 15, 0, 11, 12] })).toEqual({
      adults: 2,
      youths: 2,
      children: 1,
      infants: 2,
      infantsInSeat: 0,
      ages: [15, 12, 11, 1, 0],
    });
  });

  test("divide the ages under 2 by the count that is stated", () => {
    const ages = [1, 0, 1];
    expect(fillTravelers({ adults: 3, infantsInSeat: 1, ages })).toMatchObject({ infants: 2, infantsInSeat: 1 });
    expect(fillTravelers({ adults: 3, infants: 1, ages })).toMatchObject({ infants: 1, infantsInSeat: 2 });
    expect(fillTravelers({ adults: 3, ages })).toMatchObject({ infants: 3, infantsInSeat: 0 });
  });

  test.each<[string, TravelersRequest, string[]]>([
    ["one infant per adult", { adults: 1, infants: 2 }, ["/travelers/infants TOO_MANY_INFANTS"]],
    ["no limit for infants with a seat", { adults: 1, infants: 1, infantsInSeat: 3 }, []],
    ["nine seats", { adults: 3, youths: 3, children: 2, infantsInSeat: 2 }, ["/travelers TOO_MANY_SEATS"]],
    ["nine seats and infants on a lap", { adults: 5, youths: 2, children: 2, infants: 5 }, []],
    ["youths of the ages", { adults: 1, youths: 2, ages: [15, 8] }, ["/travelers/youths AGES_MISMATCH"]],
    [
      "youths although they may count as adults",
      { adults: 2, youths: 0, ages: [15] },
      ["/travelers/youths AGES_MISMATCH"],
    ],
    ["children of the ages", { adults: 1, children: 1, ages: [1] }, ["/travelers/children AGES_MISMATCH"]],
    ["infants of the ages", { adults: 2, infants: 1, ages: [8] }, ["/travelers/infants AGES_MISMATCH"]],
    [
      "infants in both counts of the ages",
      { adults: 2, infants: 2, infantsInSeat: 1, ages: [1, 0] },
      ["/travelers/infants AGES_MISMATCH"],
    ],
    [
      "infants with a seat of the ages",
      { adults: 1, infantsInSeat: 2, ages: [1] },
      ["/travelers/infantsInSeat AGES_MISMATCH"],
    ],
    [
      "all of these at once",
      { adults: 1, youths: 8, infants: 2, children: 1, ages: [1] },
      [
        "/travelers/infants TOO_MANY_INFANTS",
        "/travelers TOO_MANY_SEATS",
        "/travelers/youths AGES_MISMATCH",
        "/travelers/children AGES_MISMATCH",
        "/travelers/infants AGES_MISMATCH",
      ],
    ],
  ])("are checked for %s", (_, request, expected) => {
    expect(faultsOf(request)).toEqual(expected);
  });

  test("agree with ages whichever of them are left out", () => {
    const ages = fc.array(fc.integer({ min: 0, max: 17 }), { maxLength: 9 });
    const kept = fc.record({
      youths: fc.boolean(),
      children: fc.boolean(),
      infants: fc.boolean(),
      seats: fc.boolean(),
    });
    let valid = 0;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), ages, fc.nat(9), kept, (adults, stated, seated, keep) => {
        const within = (from: number, to: number) => stated.filter((age) => age >= from && age <= to).length;
        const infantsInSeat = Math.min(seated, within(0, 1));
        const full = {
          adults,
          youths: within(12, 17),
          children: within(2, 11),
          infants: within(0, 1) - infantsInSeat,
          infantsInSeat,
          ages: stated,
        };
        const { youths, children, infants } = full;
        // Without either, all infants travel on a lap.
        const isDivided = keep.infants || keep.seats || infantsInSeat === 0;
        const filled = fillTravelers({
          adults,
          ages: stated,
          ...(keep.youths && { youths }),
          ...(keep.children && { children }),
          ...(keep.infants && { infants }),
          ...((keep.seats || !isDivided) && { infantsInSeat }),
        });
        expect(filled).toEqual({ ...full, ages: stated.toSorted((a, b) => b - a) });
        expect(countTravelers(filled)).toBe(adults + stated.length);
        const codes = findTravelerErrors(filled).map(({ code }) => code);
        expect(codes).not.toContain("AGES_MISMATCH");
        expect(codes.includes("TOO_MANY_SEATS")).toBe(adults + stated.length - infants > maxSeats);
        expect(codes.includes("TOO_MANY_INFANTS")).toBe(infants > adults);
        if (codes.length === 0) valid++;
        // A response's request can be sent again.
        expect(fillTravelers(filled)).toEqual(filled);
      }),
      { seed: 20_261_127, numRuns: 500 },
    );
    expect(valid).toBeGreaterThan(50);
  });

  test("of a request that an earlier version stored have no youths and no infants with a seat", () => {
    expect(readStoredTravelers({ adults: 2, children: 1, infants: 1 })).toEqual({
      adults: 2,
      youths: 0,
      children: 1,
      infants: 1,
      infantsInSeat: 0,
    });
    const full = fillTravelers({ adults: 1, ages: [1, 15] });
    expect(readStoredTravelers(full)).toEqual(full);
  });
});
