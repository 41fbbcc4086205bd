import type { CountryTaxes } from "../../levy.ts";
import { approximate, everywhere, law, published, rates, unchecked } from "../make-levy.ts";

const zurich =
  "Sky News Switzerland, 17 February 2026, https://skynews.ch/zivilluftfahrt/flughafen-zuerich-passagiergebuehren-sinken-laermgebuehren-steigen: CHF 35.00 until September 2026; from October 2026 CHF 18.20 passenger, 11.30 security and 0.90 reduced mobility charge";

export const switzerland: CountryTaxes = {
  levies: [
    published(
      {
        code: "CH",
        name: "passenger, security and reduced mobility charges",
        source: zurich,
        currency: "CHF",
        airports: "ZRH",
      },
      rates("2016-09-01", everywhere(35), "2026-09-30"),
      rates("2026-10-01", everywhere(30.4)),
    ),
    published(
      {
        code: "CH",
        name: "charges for transfers",
        source:
          "abouttravel.ch on the charges from 1 September 2016, https://abouttravel.ch/reisebranche/transport-luft-land/flughafen-zurich-wird-gunstiger",
        currency: "CHF",
        airports: "ZRH",
        on: "transfer",
      },
      rates("2016-09-01", everywhere(16), "2026-09-30"),
    ),
    published(
      {
        code: "CH",
        name: "passenger, security and reduced mobility charges",
        source:
          "Genève Aéroport, questions and answers on passengers, without date, https://gva.ch/de/Site/Professionnels/Questions-Reponses-FAQ/Passagers",
        currency: "CHF",
        airports: "GVA",
      },
      rates("2016-01-01", everywhere(24.5)),
    ),
    approximate(
      {
        code: "CH",
        name: "passenger and security charges",
        source: unchecked,
        currency: "CHF",
        exceptAirports: "GVA ZRH",
      },
      rates("2026-01-01", everywhere(25)),
    ),
  ],
};

export const austria: CountryTaxes = {
  levies: [
    law(
      {
        code: "QD",
        name: "air transport levy",
        source:
          "Flugabgabegesetz, § 5, https://www.ris.bka.gv.at/eli/bgbl/i/2010/111/P5/NOR40225646; § 3: children under 2 without a seat and transfers within 24 hours are exempt",
        currency: "EUR",
      },
      rates("2020-09-01", [
        { to: { withinKm: 349.9 }, amount: 30 },
        { to: "any", amount: 12 },
      ]),
    ),
    approximate(
      { code: "ZY", name: "passenger service charge", source: unchecked, currency: "EUR", airports: "VIE" },
      rates("2026-01-01", everywhere(21)),
    ),
    approximate(
      { code: "ZY", name: "passenger service charge", source: unchecked, currency: "EUR", exceptAirports: "VIE" },
      rates("2026-01-01", everywhere(18)),
    ),
    approximate(
      { code: "AT", name: "passenger security charge", source: unchecked, currency: "EUR" },
      rates("2026-01-01", everywhere(9)),
    ),
  ],
};
