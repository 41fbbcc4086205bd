import { expect, test } from "vitest";
import { DictionaryText } from "../../src/serialize/dictionaries.ts";
import { facts } from "../sample-facts.ts";
import { makeAward, makeFlight } from "../sample-flights.ts";

/** Facts that log what is looked up, and know airlines other than `XX`. */
function open() {
  const log: string[] = [];
  const dictionary = {
    ...facts.dictionary,
    findAirlineName(code: string) {
      log.push(code);
      return code === "XX" ? undefined : `Air "${code}"`;
    },
  };
  return { log, text: new DictionaryText({ ...facts, dictionary }) };
}

const flightsOf = (...carriers: string[]) =>
  carriers.map((carrier) => ({ flight: makeFlight({ carrier }), cash: [], award: [] }));

test("writes the names of all codes, sorted, without unknown ones", () => {
  const { text } = open();
  const written = text.write(flightsOf("ZZ", "XX", 'B"'));
  expect(JSON.stringify(JSON.parse(written))).toBe(written);
  const { places, airlines, aircraft, programs } = JSON.parse(written);
  expect(Object.entries(airlines)).toEqual([
    ["AA", 'Air "AA"'],
    ['B"', 'Air "B""'],
    ["ZZ", 'Air "ZZ"'],
  ]);
  expect(Object.keys(places)).toEqual(["JFK", "LHR"]);
  expect(Object.keys(places.JFK)).toEqual(["name", "city", "country", "latitude", "longitude"]);
  expect([aircraft, programs]).toEqual([{}, {}]);
});

test("names only the codes of the given flights, in every response", () => {
  const { text } = open();
  text.write(flightsOf("ZZ"));
  expect(JSON.parse(text.write(flightsOf("BA"))).airlines).toEqual({ AA: 'Air "AA"', BA: 'Air "BA"' });
  expect(text.write([])).toBe('{"places":{},"airlines":{},"aircraft":{},"programs":{}}');
});

test("looks a known code up once, and does not keep unknown ones", () => {
  const { log, text } = open();
  for (let response = 0; response < 3; response++) text.write(flightsOf("BA", "XX"));
  expect(log.filter((code) => code === "BA")).toHaveLength(1);
  expect(log.filter((code) => code === "XX")).toHaveLength(3);
});

test("names the programs of the awards", () => {
  const program = { code: "avios", name: "Avios" };
  const dictionary = { ...facts.dictionary, findProgram: () => program as never };
  const award = [{ id: "off_1", source: "test", offer: makeAward(1000), price: null }];
  const written = new DictionaryText({ ...facts, dictionary }).write([{ flight: makeFlight(), cash: [], award }]);
  expect(JSON.parse(written).programs).toEqual({ avios: program });
});
