import type { CountryTaxes, Levy } from "../../levy.ts";
import { abroad, approximate, atHome, law, published, rates, unchecked } from "../make-levy.ts";

const childrenPayHalf = "children of 2 to 11 pay half";

/** International passenger facility charges in JPY: of a departure, and of a transfer between international flights. */
const facilityCharges: readonly {
  readonly airport: string;
  readonly from: string;
  readonly departure: number;
  readonly transfer: number;
  readonly source: string;
}[] = [
  {
    airport: "HND",
    from: "2022-03-27",
    departure: 2950,
    transfer: 1470,
    source:
      "Tokyo International Air Terminal, charges from 2022-03-27; https://tabilcc.com/%e7%be%bd%e7%94%b0%e7%a9%ba%e6%b8%af%e3%81%a8%e9%82%a3%e8%a6%87%e7%a9%ba%e6%b8%af%e3%80%812022%e5%b9%b43%e6%9c%88%e3%82%88%e3%82%8a%e6%96%bd%e8%a8%ad%e5%88%a9%e7%94%a8%e6%96%99%e3%82%92%e5%80%a4.html",
  },
  {
    airport: "NRT",
    from: "2023-09-01",
    departure: 2460,
    transfer: 1230,
    source:
      "Narita International Airport, charges from 2023-09-01 (terminals 1 and 2; terminal 3: 1,370); https://info.seimucorp.co.jp/nrt-psfc-revised/",
  },
  {
    airport: "KIX",
    from: "2025-04-01",
    departure: 3310,
    transfer: 660,
    source:
      "Kansai Airports, charges from 2025-04-01 (terminal 1; terminal 2: 1,250); https://aviationwire.jp/archives/315216",
  },
  {
    airport: "FUK",
    from: "2025-03-30",
    departure: 2530,
    transfer: 1260,
    source: "Fukuoka International Airport, charges from 2025-03-30; https://flyteam.jp/news/article/142220",
  },
  {
    airport: "NGO",
    from: "2019-10-01",
    departure: 2620,
    transfer: 0,
    source:
      "Central Japan International Airport, charges from 2019-10-01 (terminal 1; terminal 2: 1,300); https://traicy.com/20190809-NGOpssc",
  },
];

/** International security charges in JPY, of departures and transfers. */
const securityCharges: readonly (readonly [airport: string, from: string, amount: number, source: string])[] = [
  [
    "NRT",
    "2024-09-01",
    700,
    "Narita International Airport, security charge from 2024-09-01; https://travel.watch.impress.co.jp/docs/news/1595993.html",
  ],
  ["KIX", "2019-10-01", 320, "Kansai Airports, charges from 2019-10-01; https://aviationwire.jp/archives/180943"],
  [
    "NGO",
    "2024-10-01",
    580,
    "Security charges of Japanese airports, https://airtravelinfo.kr/wiki/index.php?diff=55123&oldid=54796&title=OI",
  ],
  [
    "SDJ",
    "2024-06-01",
    240,
    "Security charges of Japanese airports, https://airtravelinfo.kr/wiki/index.php?diff=55123&oldid=54796&title=OI",
  ],
];

/** Domestic facility charges in JPY, due at the airport of departure and at that of arrival. */
const domesticCharges: readonly (readonly [amount: number, airports: string])[] = [
  [560, "KIX"],
  [450, "HND NRT"],
  [440, "NGO"],
  [370, "CTS"],
  [340, "ITM"],
  [290, "SDJ"],
  [260, "SHM"],
  [240, "OKA"],
  [200, "KMJ"],
  [140, "FSZ"],
  [110, "FUK"],
  [100, "IBR KKJ"],
];

const domesticSource =
  "Domestic passenger facility charges, https://www.jal.co.jp/jp/en/dom/airport/pfc/; Haneda from https://news.mixi.jp/view_news.pl?from=recent_list&id=8176497&media_id=157; Kansai from https://aviationwire.jp/archives/315216";

/** A levy for the airports of each charge and one for all others: their own charge and that of the airport of arrival. */
function domesticLevies(): Levy[] {
  const all = domesticCharges.map(([, airports]) => airports).join(" ");
  const head = { code: "HJ", name: "passenger facility, domestic", source: domesticSource, currency: "JPY" } as const;
  const arrivals = (own: number) =>
    domesticCharges.map(([amount, airports]) => ({ to: { airports }, amount: own + amount }));
  return [
    ...domesticCharges.map(([own, airports]) =>
      published({ ...head, airports }, rates("2025-04-01", [...arrivals(own), ...atHome(own)])),
    ),
    published({ ...head, exceptAirports: all }, rates("2025-04-01", arrivals(0))),
  ];
}

function facilityLevies(): Levy[] {
  return facilityCharges.flatMap(({ airport: airports, from, departure, transfer, source }) => {
    const head = {
      code: "SW",
      name: "passenger service facility",
      source: `${source}; ${childrenPayHalf}`,
      currency: "JPY",
      airports,
    } as const;
    const onDeparture = published(head, rates(from, abroad(departure)));
    return transfer === 0
      ? [onDeparture]
      : [onDeparture, published({ ...head, on: "transfer" }, rates(from, abroad(transfer)))];
  });
}

const airportsWithCharges = [...facilityCharges.map(({ airport }) => airport), "CTS", "OKA", "IBR"].join(" ");

export const japan: CountryTaxes = {
  levies: [
    law(
      {
        code: "TK",
        name: "international tourist tax",
        source:
          "International Tourist Tax Act (2018), and the tax reform of fiscal 2026: JPY 3,000 from July 2026; https://news.livedoor.com/topics/detail/30287841/",
        currency: "JPY",
        exempt: { under: 2, source: "International Tourist Tax Act (2018): persons under 2" },
      },
      rates("2019-01-07", abroad(1000)),
      rates("2026-07-01", abroad(3000)),
    ),
    ...facilityLevies(),
    published(
      {
        code: "SW",
        name: "passenger service facility",
        source: `Ibaraki Airport, https://www.ibaraki-airport.net/en/wp-json/wp/v2/pages/5390; ${childrenPayHalf}`,
        currency: "JPY",
        airports: "IBR",
      },
      rates("2019-10-01", abroad(530)),
    ),
    approximate(
      {
        code: "SW",
        name: "passenger service facility",
        source:
          "A page without an author, https://lunomusy.com.tr/-/fxt/2f8niq-tnspa.video; otherwise general knowledge",
        currency: "JPY",
        airports: "CTS",
      },
      rates("2019-10-01", abroad(2610)),
    ),
    published(
      {
        code: "SW",
        name: "passenger service facility",
        source: `Naha Airport, unchanged in 2022; https://ryukyushimpo.jp/news/entry-1456421.html; ${childrenPayHalf}`,
        currency: "JPY",
        airports: "OKA",
      },
      rates("2014-02-17", abroad(1000)),
    ),
    approximate(
      {
        code: "SW",
        name: "passenger service facility",
        source: unchecked,
        currency: "JPY",
        exceptAirports: airportsWithCharges,
      },
      rates("2026-01-01", abroad(900)),
    ),
    ...securityCharges.map(([airports, from, amount, source]) =>
      published(
        { code: "OI", name: "passenger security", source, currency: "JPY", airports, on: "boarding" },
        rates(from, abroad(amount)),
      ),
    ),
    ...domesticLevies(),
  ],
};
