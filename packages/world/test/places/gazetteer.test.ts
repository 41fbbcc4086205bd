import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadFacts } from "../../src/facts/prepared-facts.ts";
import { createGazetteer } from "../../src/places/gazetteer.ts";
import { foldPlaceText } from "../../src/places/place-text.ts";

const facts = loadFacts();
const gazetteer = createGazetteer(facts);

function codesFor(text: string, limit = 10): string[] {
  return gazetteer.search(text, limit).map((place) => place.code);
}

describe("a code", () => {
  test("of a city returns its airports, the busiest first", () => {
    expect(gazetteer.airportsOfCity("NYC")).toEqual(["JFK", "EWR", "LGA"]);
    expect(gazetteer.airportsOfCity("LON").slice(0, 2)).toEqual(["LHR", "LGW"]);
    expect(gazetteer.airportsOfCity("JFK")).toEqual([]);
  });

  test("of a city with one airport returns that airport", () => {
    expect(gazetteer.airportsOfCity("BER")).toEqual(["BER"]);
    expect(gazetteer.airportsOfCity("YEA")).toEqual(["YEG"]);
    expect(gazetteer.airportsOfCity("REP")).toEqual(["SAI"]);
  });

  test.each([
    ["BKK", ["BKK", "DMK"]],
    ["HOU", ["IAH", "HOU"]],
    ["SHA", ["PVG", "SHA"]],
    ["DFW", ["DFW", "DAL"]],
  ])("shared by an airport and a city, %s, returns both", (code, airports) => {
    expect(gazetteer.airportsOfCity(code)).toEqual(airports);
    expect(gazetteer.findAirport(code)?.code).toBe(code);
    expect(gazetteer.findCity(code)?.code).toBe(code);
  });

  test("is case-insensitive", () => {
    expect(gazetteer.airportsOfCity("nyc")).toHaveLength(3);
    expect(gazetteer.findAirport("jfk")?.code).toBe("JFK");
    expect(gazetteer.findCity("lon")?.name).toBe("London");
  });

  test("that is unknown returns nothing", () => {
    for (const code of ["ZZZ", "", "constructor", "__proto__"]) {
      expect(gazetteer.airportsOfCity(code)).toEqual([]);
      expect(gazetteer.findAirport(code)).toBeUndefined();
      expect(gazetteer.findCity(code)).toBeUndefined();
    }
  });
});

describe("a replaced code", () => {
  const replaced = [...facts.replacedCodes.values()];

  test.each([
    ["SXF", "BER"],
    ["TXL", "BER"],
    ["TSE", "NQZ"],
    ["KIV", "RMO"],
    ["PNH", "KTI"],
    ["UAK", "JJU"],
  ])("%s leads to %s", (code, newCode) => {
    expect(gazetteer.findReplacement(code)?.newCode).toBe(newCode);
    expect(gazetteer.findReplacement(code.toLowerCase())?.newCode).toBe(newCode);
  });

  test("finds the airport that replaced it, and no other by this code", () => {
    expect(replaced.length).toBeGreaterThan(30);
    expect(replaced.filter(({ code, newCode }) => codesFor(code)[0] !== newCode)).toEqual([]);
  });

  test("leads to the new airport by the old one's city too", () => {
    expect(codesFor("Narsarsuaq")).toEqual(["JJU"]);
  });

  test("is not the code of an airport with flights", () => {
    const open = replaced.filter(({ code }) => facts.airports.get(code)?.validity.untilDay === null);
    expect(open).toEqual([]);
    expect(gazetteer.findReplacement("BER")).toBeUndefined();
  });
});

describe("a search", () => {
  const open = [...facts.airports.values()].filter(({ code }) => !facts.replacedCodes.has(code));

  test("returns the city before its airports, and those by passengers", () => {
    expect(codesFor("londo", 3)).toEqual(["LON", "LHR", "LGW"]);
    expect(codesFor("new york", 4)).toEqual(["NYC", "JFK", "EWR", "LGA"]);
  });

  test("ranks the exact code, then codes and cities with the prefix", () => {
    expect(codesFor("JFK")[0]).toBe("JFK");
    expect(codesFor("par")[0]).toBe("PAR");
    expect(codesFor("sfo")[0]).toBe("SFO");
    expect(codesFor("lhr")).toEqual(["LHR"]);
  });

  test("ranks a city's name before a word in names, and that before any substring", () => {
    const codes = codesFor("orlando", 100);
    expect(codes.slice(0, 2)).toEqual(["ORL", "MCO"]);
    expect(codes.indexOf("MLB")).toBeGreaterThan(codes.indexOf("SFB"));
    expect(codesFor("eathro")).toEqual(["LHR"]);
  });

  test("finds an airport by the code of a city of which it is the only airport", () => {
    expect(codesFor("yea")[0]).toBe("YEG");
  });

  test.each([
    ["sao paulo", "GRU"],
    ["SÃO PAULO", "GRU"],
    ["zurich", "ZRH"],
    ["Zürich", "ZRH"],
    ["malmo", "MMX"],
    ["tromso", "TOS"],
    ["lodz", "LCJ"],
    ["xian", "XIY"],
    ["Xi'an", "XIY"],
    ["reykjavik", "KEF"],
    ["st. john", "YYT"],
    ["paris france", "CDG"],
    ["heathrow london", "LHR"],
    ["tokyo haneda", "HND"],
    ["san jose us", "SJC"],
  ])("for %s returns %s", (text, code) => {
    expect(codesFor(text)).toContain(code);
  });

  test.each([
    ["san", "SAN", "SFO"],
    ["springfield", "SGF", "SPI"],
    ["london", "LON", "LHR"],
    ["paris", "PAR", "CDG"],
    ["birmingham", "BHX", "BHM"],
    ["santiago", "SCL", "SCQ"],
    ["portland", "PDX", "PWM"],
    ["sydney", "SYD", "SYD"],
    ["melbourne", "MEL", "MEL"],
    ["georgetown", "GEO", "GEO"],
    ["columbus", "CMH", "LCK"],
    ["valencia", "VLC", "VLN"],
    ["st", "STN", "STO"],
  ])("for %s ranks %s and %s before every smaller namesake", (text, first, second) => {
    expect(codesFor(text, 2)).toEqual([first, second]);
  });

  test("finds the smallest of places with the same name too", () => {
    expect(codesFor("sydney", 10)).toContain("YQY");
    expect(codesFor("london", 10)).toContain("YXU");
    expect(codesFor("portland", 10)).toContain("PTJ");
  });

  test("returns all members of the place", () => {
    expect(gazetteer.search("LGW", 1)).toEqual([
      {
        type: "airport",
        code: "LGW",
        name: "Gatwick Airport",
        city: "London",
        country: "United Kingdom",
        countryCode: "GB",
        airports: ["LGW"],
        latitude: expect.closeTo(51.15, 1),
        longitude: expect.closeTo(-0.19, 1),
        timeZone: "Europe/London",
      },
    ]);
    const [tokyo] = gazetteer.search("tokyo", 1);
    expect(tokyo).toMatchObject({ type: "city", code: "TYO", name: "Tokyo", city: "Tokyo", country: "Japan" });
    expect(tokyo?.airports).toEqual(["HND", "NRT"]);
    expect(tokyo?.timeZone).toBe("Asia/Tokyo");
  });

  test.each([
    ["München", "MUC"],
    ["Muenchen", "MUC"],
    ["Monaco di B", "MUC"],
    ["Koeln", "CGN"],
    ["cologne", "CGN"],
    ["東京", "TYO"],
    ["とうきょう", "TYO"],
    ["ｔｏｋｙｏ", "TYO"],
    ["上海", "SHA"],
    ["서울", "SEL"],
    ["Москва", "MOW"],
    ["القاهرة", "CAI"],
    ["Αθήνα", "ATH"],
    ["दिल्ली", "DEL"],
    ["กรุงเทพ", "BKK"],
    ["תל אביב", "TLV"],
    ["Saigon", "SGN"],
    ["Bombay", "BOM"],
    ["Leningrad", "LED"],
    ["Constantinople", "IST"],
    ["Londres", "LON"],
    ["Nova Iorque", "NYC"],
    ["Kopenhagen", "CPH"],
    ["roma", "ROM"],
    ["Xi’an", "SIA"],
  ])("finds the native, former or foreign name %s: %s first", (text, city) => {
    const [first] = gazetteer.search(text, 1);
    expect(facts.airports.get(first?.code ?? "")?.cityCode ?? first?.code).toBe(city);
  });

  test.each([
    ["londn", "LON"],
    ["lodnon", "LON"],
    ["londdon", "LON"],
    ["new yrok", "NYC"],
    ["newyork", "NYC"],
    ["san fransisco", "SFO"],
    ["barcelna", "BCN"],
    ["washingtn", "WAS"],
    ["heathrw", "LHR"],
    ["london heatrow", "LHR"],
    ["Мосвка", "MOW"],
  ])("allows one typo: %s returns %s first", (text, code) => {
    expect(codesFor(text, 1)).toEqual([code]);
  });

  test("returns nothing for two typos, and for one in three characters", () => {
    for (const text of ["lonxnx", "ldonon", "bxrcxlona", "xfk"]) expect(codesFor(text)).toEqual([]);
  });

  test("lists places with a typo after every other match, and none if the query is a complete name or code", () => {
    expect(codesFor("berln", 2)).toEqual(["BER", "BRN"]);
    const [first] = codesFor("santiag", 50);
    expect(first).toBe("SCL");
    expect(codesFor("rome", 50)).not.toContain("OME");
    expect(codesFor("lima", 50)).not.toContain("LIL");
  });

  test("finds every name of the facts, with the city of the name or a namesake first", () => {
    for (const { code, native, former, other } of facts.placeNames.values()) {
      for (const name of [...native, ...former, ...other]) {
        const cities = gazetteer
          .search(name, 500)
          .map((place) => facts.airports.get(place.code)?.cityCode ?? place.code);
        expect(cities, name).toContain(code);
      }
    }
  });

  test("returns no city with only one airport", () => {
    const cities = codesFor("e", 5000).filter((code) => facts.cities.has(code) && !facts.airports.has(code));
    expect(cities.filter((code) => gazetteer.airportsOfCity(code).length < 2)).toEqual([]);
  });

  test.each([
    ["nothing", ""],
    ["blanks", " \t\n "],
    ["signs only", "(.*)+[a-z]{2,}$^\\|?"],
    ["an emoji", "🦄"],
    ["half an emoji", "\ud83e"],
    ["ten thousand characters", "london ".repeat(1500)],
    ["combining marks only", "\u0301".repeat(50)],
  ])("for %s returns without an error", (_what, text) => {
    expect(Array.isArray(gazetteer.search(text, 10))).toBe(true);
  });

  test("returns nothing for text without a letter or digit, or for too long text", () => {
    for (const text of ["", "🦄", "(.*)", "a".repeat(10_000)]) expect(gazetteer.search(text, 10)).toEqual([]);
  });

  test("returns at most its limit, and nothing for an invalid limit", () => {
    expect(gazetteer.search("a", 3)).toHaveLength(3);
    expect(gazetteer.search("a", 2.9)).toHaveLength(2);
    for (const limit of [0, -1, Number.NaN]) expect(gazetteer.search("a", limit)).toEqual([]);
  });

  test("returns the beginning of the same list for every limit", () => {
    for (const text of ["a", "s", "sa", "san", "lon", "par", "london", "berln", "new y", "international", "united"]) {
      const all = codesFor(text, 5_000);
      for (const limit of [1, 2, 7, 10, 40]) {
        expect(codesFor(text, limit), text).toEqual(all.slice(0, limit));
      }
    }
  });

  test("never throws for any text, and never returns a place twice", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 120 }), (text) => {
        const places = gazetteer.search(text, 50);
        expect(new Set(places).size).toBe(places.length);
      }),
      { seed: 7, numRuns: 300 },
    );
  });

  test("ranks every airport first for its own code", () => {
    const missed = open
      .map(({ code }) => code)
      .filter((code) => gazetteer.search(code, 1)[0]?.type !== "airport" || codesFor(code, 1)[0] !== code);
    expect(missed).toEqual([]);
  });

  test("finds every airport by the name of its city", () => {
    const missed = open.filter((airport) => !codesFor(airport.cityName, 40).includes(airport.code));
    expect(missed.map((airport) => airport.code)).toEqual([]);
  });
});

test("folding removes case, diacritics, apostrophes and punctuation", () => {
  expect(foldPlaceText("  Île-de-France — Łódź/Tromsø, Xi'an ")).toBe("ile de france lodz tromso xian");
  expect(foldPlaceText("ISTANBUL")).toBe(foldPlaceText("İstanbul"));
  expect(foldPlaceText("Straße")).toBe("strasse");
});
