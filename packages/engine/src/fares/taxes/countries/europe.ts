import type { Levy, LevyZone, TaxesByCountry } from "../levy.ts";

/** Amounts within the country, up to 2,494 km, up to 5,995 km, and beyond. */
function byReach([domestic, short, medium, long]: readonly [number, number, number, number]): LevyZone[] {
  return [
    { to: "domestic", amount: domestic },
    { to: { withinKm: 2494 }, amount: short },
    { to: { withinKm: 5995 }, amount: medium },
    { to: "any", amount: long },
  ];
}

function charge(code: string, name: string, zones: readonly LevyZone[]): Levy {
  return {
    code,
    name,
    basis: "approximate",
    source: "the largest airport's charge in 2026, from general knowledge, not checked",
    asOf: "2026-11-28",
    currency: "EUR",
    rates: [{ from: "2026-01-01", validUntil: null, zones }],
  };
}

const everywhere = (amount: number): LevyZone[] => [{ to: "any", amount }];

export const europe: TaxesByCountry = {
  CH: { levies: [{ ...charge("CH", "passenger service and security", everywhere(30)), currency: "CHF" }] },
  DE: {
    levies: [
      {
        code: "OY",
        name: "air transport tax",
        basis: "law",
        source: "Luftverkehrsteuergesetz, § 11",
        asOf: "2026-11-28",
        currency: "EUR",
        rates: [
          { from: "2024-05-01", validUntil: "2026-06-30", zones: byReach([15.53, 15.53, 39.34, 70.83]) },
          { from: "2026-07-01", validUntil: null, zones: byReach([13.03, 13.03, 33.01, 59.43]) },
        ],
      },
      charge("DE", "security", everywhere(10)),
      charge("RA", "passenger service", byReach([22, 26, 28, 28])),
    ],
  },
  ES: {
    levies: [
      charge("JD", "departure", byReach([8, 17, 19, 19])),
      charge("QV", "security", everywhere(3.5)),
      charge("OG", "safety", everywhere(0.65)),
    ],
  },
  FR: {
    levies: [
      {
        code: "IZ",
        name: "solidarity tax",
        basis: "law",
        source: "Loi de finances pour 2025, art. 30 (CIBS, L422-20)",
        asOf: "2026-11-28",
        currency: "EUR",
        exempt: { under: 2, source: "CIBS, L422-20 and following: children under 2" },
        rates: [
          {
            from: "2025-03-01",
            validUntil: null,
            zones: [
              { to: "domestic", amount: { economy: 7.4, premiumEconomy: 30 } },
              { to: { withinKm: 2494 }, amount: { economy: 7.4, premiumEconomy: 30 } },
              { to: { withinKm: 5995 }, amount: { economy: 15, premiumEconomy: 80 } },
              { to: "any", amount: { economy: 40, premiumEconomy: 120 } },
            ],
          },
        ],
      },
      {
        code: "O4",
        name: "civil aviation",
        basis: "law",
        source: "CIBS, L422-20 (tarif 2025)",
        asOf: "2026-11-28",
        currency: "EUR",
        exempt: { under: 2, source: "CIBS, L422-20 and following: children under 2" },
        rates: [{ from: "2025-01-01", validUntil: null, zones: byReach([5.05, 5.05, 9.09, 9.09]) }],
      },
      charge("FR", "airport security", everywhere(11.5)),
      charge("QX", "passenger service", byReach([9, 18, 25, 25])),
    ],
  },
  IT: {
    levies: [
      charge("HB", "council city tax", everywhere(6.5)),
      charge("IT", "embarkation", byReach([8, 12, 15, 15])),
      charge("EX", "security bag check", everywhere(2.5)),
      charge("MJ", "passenger service", everywhere(1.5)),
      charge("VT", "security", everywhere(2)),
    ],
  },
  NL: {
    levies: [
      {
        code: "VV",
        name: "air passenger tax",
        basis: "law",
        source: "Wet belastingen op milieugrondslag, art. 77",
        asOf: "2026-11-28",
        currency: "EUR",
        exempt: { under: 2, source: "Wet belastingen op milieugrondslag: passengers under 2" },
        rates: [
          { from: "2025-01-01", validUntil: "2025-12-31", zones: everywhere(29.4) },
          { from: "2026-01-01", validUntil: null, zones: everywhere(30.25) },
        ],
      },
      charge("CJ", "security", everywhere(14)),
      charge("RN", "passenger service", everywhere(16)),
    ],
  },
};
