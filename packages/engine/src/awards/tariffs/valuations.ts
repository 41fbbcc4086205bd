/** US cents per mile: lowest and highest valuation. */
export interface ValueCents {
  readonly floor: number;
  readonly ceiling: number;
}

/**
 * Value of a mile. Source: borski/travel-hacking-toolkit (MIT), points-valuations.json of 2026-03-21: lowest and highest of The Points Guy,
 * Upgraded Points, One Mile at a Time (March 2026) and View from the Wing (November 2021). Avios are one currency.
 */
export const publishedValues = {
  aeroplan: { floor: 1.4, ceiling: 1.5 },
  aeromexico: { floor: 0.8, ceiling: 0.8 },
  alaska: { floor: 1.5, ceiling: 1.6 },
  american: { floor: 1.3, ceiling: 1.7 },
  ana: { floor: 1.4, ceiling: 1.5 },
  lifemiles: { floor: 1.3, ceiling: 1.4 },
  britishairways: { floor: 1.1, ceiling: 1.4 },
  iberia: { floor: 1.1, ceiling: 1.4 },
  qatar: { floor: 1.1, ceiling: 1.4 },
  cathay: { floor: 1.2, ceiling: 1.3 },
  delta: { floor: 1.0, ceiling: 1.25 },
  emirates: { floor: 1.1, ceiling: 1.2 },
  etihad: { floor: 1.1, ceiling: 1.4 },
  finnair: { floor: 1.3, ceiling: 1.3 },
  flyingblue: { floor: 1.2, ceiling: 1.3 },
  frontier: { floor: 1.1, ceiling: 1.3 },
  jal: { floor: 1.3, ceiling: 1.3 },
  jetblue: { floor: 1.3, ceiling: 1.35 },
  korean: { floor: 1.4, ceiling: 1.6 },
  lufthansa: { floor: 1.2, ceiling: 1.3 },
  qantas: { floor: 1.3, ceiling: 1.3 },
  singapore: { floor: 1.3, ceiling: 1.4 },
  spirit: { floor: 1.1, ceiling: 1.1 },
  turkish: { floor: 1.1, ceiling: 1.3 },
  united: { floor: 1.1, ceiling: 1.5 },
  virginatlantic: { floor: 1.0, ceiling: 1.4 },
} as const satisfies Readonly<Record<string, ValueCents>>;

/** **Modeled**: programs without a valuation, at the level of programs with similar charts. */
export const modeledValues = {
  azul: { floor: 0.5, ceiling: 0.8 },
  connectmiles: { floor: 1.0, ceiling: 1.3 },
  ethiopian: { floor: 0.9, ceiling: 1.2 },
  eurobonus: { floor: 0.9, ceiling: 1.2 },
  saudia: { floor: 0.9, ceiling: 1.2 },
  smiles: { floor: 0.3, ceiling: 0.6 },
  velocity: { floor: 0.8, ceiling: 1.1 },
} as const satisfies Readonly<Record<string, ValueCents>>;
