import { type CabinName, cabinNames } from "../../src/fares/cabins.ts";

/** One cell of a published chart, and a trip that it prices. */
export interface PublishedCell {
  readonly chart: string;
  readonly program: string;
  readonly route: string;
  /** Operating carriers, in equal parts if there are several. */
  readonly carriers: readonly string[];
  readonly cabin: CabinName;
  readonly peak: boolean;
  readonly miles: number;
  readonly expected: number;
}

const economyBusiness: readonly CabinName[] = ["economy", "business"];
const economyBusinessFirst: readonly CabinName[] = ["economy", "business", "first"];

type ChartTrip = Pick<PublishedCell, "chart" | "program" | "route" | "carriers"> & { cabins?: readonly CabinName[] };

/**
 * A second copy of the published charts as plain text from the sources: a row per band, its end and then cabins separated by slashes; `–`
 * means no cell. Sources: alaskaair.com, award chart page, read 2026; aircanada.com, chart of June 2026; britishairways.com before 15
 * December 2025; iberia.com, 2026; virginatlantic.com, 2026; jal.co.jp and cathaypacific.com, 2026-04-29.
 */
const byDistance: readonly [ChartTrip, string][] = [
  [
    { chart: "Alaska, Americas", program: "alaska", route: "JFK–LAX", carriers: ["AA"] },
    "700 4,500/6,000/9,000/13,500; 1,400 7,500/10,000/15,000/25,000; 2,100 12,500/17,500/25,000/40,000; 4,000 17,500/22,500/35,000/52,500; 6,000 25,000/32,500/50,000/75,000; over 30,000/40,000/60,000/90,000",
  ],
  [
    { chart: "Alaska, Europe, Middle East, Africa", program: "alaska", route: "JFK–LHR", carriers: ["JL"] },
    "1,500 7,500/10,000/15,000/22,500; 3,500 22,500/30,000/45,000/67,500; 5,000 27,500/35,000/55,000/82,500; 7,000 35,000/45,000/70,000/105,000; 10,000 42,500/55,000/85,000/130,000; over 55,000/72,500/110,000/165,000",
  ],
  [
    { chart: "Alaska, Asia Pacific", program: "alaska", route: "HND–LAX", carriers: ["JL"] },
    "1,500 7,500/10,000/15,000/22,500; 3,000 25,000/32,500/50,000/75,000; 5,000 30,000/40,000/60,000/90,000; 7,000 37,500/50,000/75,000/110,000; 10,000 42,500/55,000/85,000/130,000; over 65,000/85,000/130,000/195,000",
  ],
  [
    {
      chart: "Aeroplan, Within North America",
      program: "aeroplan",
      route: "YYZ–LAX",
      carriers: ["AC"],
      cabins: economyBusiness,
    },
    "500 6,000/15,000; 1,500 10,000/20,000; 2,750 12,500/25,000; over 17,500/35,000",
  ],
  [
    {
      chart: "Aeroplan, North America–Atlantic",
      program: "aeroplan",
      route: "YYZ–FRA",
      carriers: ["AC"],
      cabins: economyBusinessFirst,
    },
    "4,000 32,500/60,000/90,000; 6,000 42,500/70,000/100,000; 8,000 55,000/80,000/120,000; over 70,000/90,000/130,000",
  ],
  [
    {
      chart: "Aeroplan, North America–Pacific",
      program: "aeroplan",
      route: "HND–YYZ",
      carriers: ["UA"],
      cabins: economyBusinessFirst,
    },
    "6,000 32,500/65,000/90,000; 8,000 45,000/80,000/110,000; 10,000 50,000/95,000/130,000; over 70,000/110,000/150,000",
  ],
  [
    {
      chart: "Iberia, own off-peak",
      program: "iberia",
      route: "MAD–JFK",
      carriers: ["IB"],
      cabins: ["economy", "premium_economy", "business"],
    },
    "650 3,500/–/9,750; 1,150 7,000/–/16,500; 2,000 11,000/–/23,250; 3,000 14,250/–/37,500; 4,000 18,000/35,000/51,750; 5,500 21,750/41,250/68,250; 7,000 27,000/51,000/84,750; over 41,000/71,000/97,000",
  ],
  [
    { chart: "Iberia, partners", program: "iberia", route: "MAD–JFK", carriers: ["AA"] },
    "650 6,000/9,000/12,500/24,000; 1,150 9,000/13,500/18,000/36,000; 2,000 12,500/18,750/25,000/50,000; 3,000 17,000/25,500/34,000/68,000; 4,000 22,500/33,750/45,000/90,000; 5,500 30,000/45,000/60,000/120,000; 7,000 41,000/61,500/82,000/164,000; 11,770 51,500/77,250/103,000/206,000",
  ],
  [
    { chart: "JAL, one partner", program: "jal", route: "JFK–LHR", carriers: ["BA"] },
    "1,000 12,000/17,000/24,000/36,000; 2,000 15,000/20,000/28,000/42,000; 3,000 20,000/25,000/35,000/52,000; 5,000 25,000/30,000/40,000/60,000; 7,000 35,000/45,000/60,000/90,000; 10,000 45,000/55,000/80,000/120,000; 14,000 60,000/70,000/100,000/150,000; 18,000 80,000/95,000/130,000/195,000; 22,000 95,000/115,000/160,000/240,000; 26,000 110,000/130,000/180,000/270,000; 30,000 130,000/150,000/200,000/300,000; 34,000 140,000/165,000/200,000/315,000; 50,000 150,000/180,000/210,000/330,000",
  ],
  [
    { chart: "JAL, oneworld", program: "jal", route: "JFK–LHR", carriers: ["BA", "AA"], cabins: economyBusinessFirst },
    "4,000 25,000/48,000/72,000; 8,000 41,000/78,000/117,000; 10,000 53,000/100,000/150,000; 14,000 65,000/121,000/182,000; 18,000 75,000/138,000/207,000; 22,000 88,000/158,000/237,000; 26,000 110,000/175,000/263,000; 30,000 130,000/195,000/293,000; 34,000 150,000/215,000/323,000; 50,000 160,000/220,000/330,000",
  ],
  [
    {
      chart: "Asia Miles, oneworld",
      program: "cathay",
      route: "JFK–LHR",
      carriers: ["BA", "AA"],
      cabins: economyBusinessFirst,
    },
    "1,000 30,000/60,000/75,000; 2,000 35,000/70,000/90,000; 3,000 45,000/85,000/110,000; 5,000 50,000/100,000/135,000; 7,500 60,000/125,000/165,000; 10,000 70,000/145,000/195,000; 14,000 80,000/165,000/225,000; 18,000 95,000/185,000/250,000; 22,000 110,000/215,000/280,000; 25,000 125,000/235,000/305,000; 28,000 140,000/250,000/325,000; 35,000 150,000/265,000/345,000; 50,000 160,000/280,000/380,000",
  ],
];

const aviosZones = "650, 1,150, 2,000, 3,000, 4,000, 5,500, 6,500, 7,000, over";
/** Off-peak and peak, separated by slashes. */
const aviosOwn = {
  economy:
    "4,750/5,250; 7,250/8,250; 10,000/12,500; 10,000/12,500; 13,000/20,000; 16,250/25,000; 19,500/30,000; 22,750/35,000; 32,500/50,000",
  business:
    "8,500/9,750; 13,000/15,750; 17,750/20,750; 31,250/37,500; 50,000/60,000; 62,500/75,000; 75,000/90,000; 87,500/105,000; 125,000/150,000",
} as const;
const aviosPartners = "6,000; 9,000; 11,000; 13,000; 20,750; 25,750; 31,000; 36,250; 51,500";
const virginOnAna: readonly [string, CabinName, number][] = [
  ["LAX–HND", "business", 52_500],
  ["LAX–HND", "first", 72_500],
  ["HND–JFK", "business", 60_000],
  ["HND–JFK", "first", 85_000],
];

const beyondTheLastBand = 20_000;
const parse = (text: string) => (text === "over" ? beyondTheLastBand : Number(text.replaceAll(",", "")));

/** Every cell of every published chart. */
export function cellsOfCharts(): PublishedCell[] {
  return [...byDistance.flatMap(([trip, text]) => cellsOfRows(trip, text)), ...aviosCells(), ...virginCells()];
}

function cellsOfRows({ cabins: columns = cabinNames, ...trip }: ChartTrip, text: string): PublishedCell[] {
  return text.split("; ").flatMap((row) => {
    const [end = "", cells = ""] = row.split(" ");
    return cells.split("/").flatMap((cell, i): PublishedCell[] => {
      const cabin = columns[i];
      if (cabin === undefined) throw new Error(`${trip.chart} has no cabin for ${cell}`);
      return cell === "–" ? [] : [{ ...trip, cabin, peak: false, miles: parse(end), expected: parse(cell) }];
    });
  });
}

function aviosCells(): PublishedCell[] {
  const zones = aviosZones.split(", ").map(parse);
  const at = (zone: number) => zones[zone] ?? Number.NaN;
  const trip = { program: "britishairways", route: "MAD–LHR" };
  const own = (["economy", "business"] as const).flatMap((cabin) =>
    aviosOwn[cabin].split("; ").flatMap((pair, zone) =>
      pair.split("/").map((cell, season): PublishedCell => {
        const chart = `British Airways, ${cabin}`;
        return { ...trip, chart, carriers: ["BA"], cabin, peak: season === 1, miles: at(zone), expected: parse(cell) };
      }),
    ),
  );
  const partners = aviosPartners.split("; ").map((cell, zone): PublishedCell => {
    const chart = "British Airways, partners";
    return { ...trip, chart, carriers: ["AA"], cabin: "economy", peak: false, miles: at(zone), expected: parse(cell) };
  });
  return [...own, ...partners];
}

function virginCells(): PublishedCell[] {
  return virginOnAna.map(([route, cabin, expected]) => {
    return {
      chart: "Virgin on ANA",
      program: "virginatlantic",
      route,
      carriers: ["NH"],
      cabin,
      peak: false,
      miles: 6_000,
      expected,
    };
  });
}
