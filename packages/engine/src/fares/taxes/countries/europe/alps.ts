import type { CountryTaxes } from "../../levy.ts";
import { approximate, everywhere, levy, rates } from "./make-levy.ts";

const zurich =
  "Sky News Switzerland, 17 February 2026, https://skynews.ch/zivilluftfahrt/flughafen-zuerich-passagiergebuehren-sinken-laermgebuehren-steigen: CHF 35.00 until September 2026; from October 2026 CHF 18.20 passenger, 11.30 security and 0.90 reduced mobility charge";

export const switzerland: CountryTaxes = {
  levies: [
    levy({
      code: "CH",
      name: "passenger, security and reduced mobility charges",
      basis: "published",
      source: zurich,
      currency: "CHF",
      airports: "ZRH",
      rates: [rates("2016-09-01", "2026-09-30", everywhere(35)), rates("2026-10-01", null, everywhere(30.4))],
    }),
    levy({
      code: "CH",
      name: "charges for transfers",
      basis: "published",
      source:
        "abouttravel.ch on the charges from 1 September 2016, https://abouttravel.ch/reisebranche/transport-luft-land/flughafen-zurich-wird-gunstiger",
      currency: "CHF",
      airports: "ZRH",
      on: "transfer",
      rates: [rates("2016-09-01", "2026-09-30", everywhere(16))],
    }),
    levy({
      code: "CH",
      name: "passenger, security and reduced mobility charges",
      basis: "published",
      source:
        "Genève Aéroport, questions and answers on passengers, without date, https://gva.ch/de/Site/Professionnels/Questions-Reponses-FAQ/Passagers",
      currency: "CHF",
      airports: "GVA",
      rates: [rates("2016-01-01", null, everywhere(24.5))],
    }),
    approximate("CH", "passenger and security charges", everywhere(25), {
      currency: "CHF",
      exceptAirports: "GVA ZRH",
    }),
  ],
};

export const austria: CountryTaxes = {
  levies: [
    levy({
      code: "QD",
      name: "air transport levy",
      basis: "law",
      source:
        "Flugabgabegesetz, § 5, https://www.ris.bka.gv.at/eli/bgbl/i/2010/111/P5/NOR40225646; § 3: children under 2 without a seat and transfers within 24 hours are exempt",
      rates: [
        // Less than 350 km by the law: the zone's limit is inclusive.
        rates("2020-09-01", null, [
          { to: { withinKm: 349.9 }, amount: 30 },
          { to: "any", amount: 12 },
        ]),
      ],
    }),
    approximate("ZY", "passenger service charge", everywhere(21), { airports: "VIE" }),
    approximate("ZY", "passenger service charge", everywhere(18), { exceptAirports: "VIE" }),
    approximate("AT", "passenger security charge", everywhere(9)),
  ],
};
