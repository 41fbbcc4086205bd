import type { TaxesByCountry } from "../../levy.ts";
import { abroad, approximate, each, everywhere, law, published, to } from "./make-levy.ts";

const emiratesService =
  "Saudi Gazette, charges of UAE airports, https://sauress.com/en/saudigazette/105539; Sharjah, AED 75 and 5, http://www.geourdu.com/sharjah-airport-passengers-durham-fees-declared-dubai/";

const qatarCircular =
  "Qatar Civil Aviation Authority, Circular 2 of 2022, https://www.iloveqatar.net/news/travel/here-are-the-new-and-amended-passengers-fees-at-qatar-airports-from-1-april-2022";

const saudiFacilities =
  "GACA, fee for airport facilities, inbound and outbound, http://life-in-saudiarabia.blogspot.com/2015/12/sr-87-fee-per-passenger-for-entering.html; domestic, https://lifeinsaudiarabia.net/sr-10-passenger-for-using-airport-service-in-saudi-arabia/";

const kuwaitFees =
  "Ministerial decision on airport fees of 2021, https://news.kuwaittimes.net/website/departure-arrival-fees-of-kd-3-kd-2-from-june-1/";

const iraqiTax =
  "Iraqi Airways, departure tax of all Iraqi airports: IQD 15,000 or USD 13, children under 12 exempt, https://mail.burathanews.com/arabic/articles/75916";

const omanCharge =
  "Oman airports, OMR 10 and security OMR 1, https://marunadanmalayalee.com/air-ticket-price-hike-62327";

/** Departures from the Gulf states, the Levant, Iraq, Iran, and Yemen. */
export const middleEast: TaxesByCountry = {
  AE: {
    levies: [
      published(["AE", "passenger service charge"], "AED", abroad(75), emiratesService, "2011-07-29", {
        exemptUnderTwo: true,
      }),
      published(["TP", "passenger security and safety"], "AED", abroad(5), emiratesService, "2011-07-29", {
        exemptUnderTwo: true,
      }),
      published(
        ["F6", "passenger facilities"],
        "AED",
        abroad(35),
        "Dubai Executive Council Resolution 8 of 2016: transfers too, http://gulfnews.com/business/aviation/dubai-airports-introduces-dh35-passenger-service-fee-1.1700672",
        "2016-07-01",
        { airports: "DXB DWC", on: "boarding", exemptUnderTwo: true },
      ),
      published(
        ["F6", "passenger facilities"],
        "AED",
        abroad(35),
        "Abu Dhabi Executive Council, http://www.khaleejtimes.com/business/aviation/abu-dhabi-introduces-dh35-airport-fee; Sharjah, https://www.pressreader.com/uae/the-national-news/20160406/281728383667077",
        "2016-07-01",
        { airports: "AUH SHJ", exemptUnderTwo: true },
      ),
      published(
        ["ZR", "advance passenger information"],
        "AED",
        abroad(5),
        "Decision 36 of 2012 of the ruler of Dubai on advance passenger information, https://www.dubaidesi.com/new-fee-on-dubai-arrivals-aed-5/",
        "2013-04-01",
        { on: "arrival", exemptUnderTwo: true },
      ),
    ],
  },
  BH: {
    levies: [
      published(
        [null, "departure fee"],
        "BHD",
        abroad(7),
        "Decision 25 of 2016 on fees of civil aviation, http://www.bahrainmirror.com/en/news/35794.html",
        "2017-03-26",
      ),
      published(
        [null, "passenger registration"],
        "BHD",
        abroad(2),
        "Amendment of table 4 of Decision 25 of 2016: departing and transfer passengers, https://bahrainvartha.com/65679/bahrain-to-levy-bd2-civil-aviation-fee-on-travellers",
        "2026-01-01",
        { on: "boarding" },
      ),
      published(
        [null, "transfer fee"],
        "BHD",
        abroad(1),
        "Decision 25 of 2016 on fees of civil aviation, http://www.bahrainmirror.com/en/news/35794.html",
        "2017-03-26",
        { on: "transfer" },
      ),
    ],
  },
  IL: {
    levies: [
      published(
        ["IL", "passenger fee of terminal 3"],
        "USD",
        abroad(26),
        "Israel Airports Authority, fees of terminal 3, https://en.globes.co.il/en/article-Ben-Gurion-Airport-closes-Terminal-1-raises-fees-1001328265",
        "2020-05-12",
      ),
    ],
  },
  IQ: {
    levies: [
      {
        ...published([null, "departure tax"], "USD", abroad(13), iraqiTax, "2009-09-19"),
        exempt: { under: 12, source: iraqiTax },
      },
      approximate([null, "further departure charges"], "USD", each(5, 22)),
    ],
  },
  IR: {
    levies: [
      published(
        [null, "airport development"],
        "EUR",
        [to("domestic", 0), to({ airports: "BGW NJF MED JED DAM" }, 0), to("international", 10)],
        "Mehr: EUR 10 on tickets abroad, none to Baghdad, Najaf, Medina, Jeddah, and Damascus, https://qudsonline.ir/news/1010539/",
        "2024-09-08",
      ),
      approximate([null, "passenger service"], "USD", each(2, 2)),
    ],
  },
  JO: {
    levies: [
      published(
        [null, "departure tax"],
        "JOD",
        abroad(40),
        "Jordan Tourism Board: exit fee of 40 dinars, waived at Aqaba, https://stage.derwesten.de/reise/jordanien-erlaesst-ausreisegebuehr-am-flughafen-akaba-id10463948.html",
        "2014-02-01",
        { exceptAirports: "AQJ" },
      ),
    ],
  },
  KW: {
    levies: [
      published([null, "departure fee"], "KWD", abroad(3), kuwaitFees, "2021-06-01"),
      published([null, "arrival fee"], "KWD", abroad(2), kuwaitFees, "2021-06-01", { on: "arrival" }),
    ],
  },
  LB: {
    levies: [
      law(
        [null, "exit tax"],
        "USD",
        [
          to({ withinKm: 900 }, { economy: 33.17, business: 49.75, first: 66.33 }),
          to("any", { economy: 33.17, business: 72.97, first: 99.5 }),
        ],
        "Budget law 2019: LBP 50,000 to 150,000 by cabin and distance at 1,507.5 per dollar, collected in dollars since 2022, https://www.businessnews.com.lb/cms/Story/StoryDetails.aspx?ItemID=7237",
        "2019-08-01",
      ),
      published(
        [null, "departure tax"],
        "USD",
        abroad(3.32),
        "Lebanon departure tax, LBP 5,000, https://www.jadaoun.com/new-airport-tax-to-be-wasted/",
        "2010-01-01",
      ),
    ],
  },
  OM: {
    levies: [
      published([null, "passenger service charge"], "OMR", abroad(10), omanCharge, "2016-07-01", {
        exemptUnderTwo: true,
      }),
      published([null, "security"], "OMR", abroad(1), omanCharge, "2018-01-15", { exemptUnderTwo: true }),
      published(
        [null, "transfer fee"],
        "OMR",
        abroad(3),
        "Amendment of the civil aviation regulation, https://www.omanobserver.om/transit-passengers-to-pay-ro-3-fee-from-january/",
        "2021-01-01",
        { on: "transfer", exemptUnderTwo: true },
      ),
    ],
  },
  QA: {
    levies: [
      published([null, "airport development"], "QAR", everywhere(60), qatarCircular, "2022-04-01", { on: "boarding" }),
      published([null, "passenger facilities"], "QAR", everywhere(60), qatarCircular, "2022-04-01", { on: "boarding" }),
      published([null, "passenger safety and security"], "QAR", everywhere(10), qatarCircular, "2022-04-01", {
        on: "boarding",
      }),
    ],
  },
  SA: {
    levies: [
      published([null, "airport facilities on departure"], "SAR", each(10, 87), saudiFacilities, "2020-01-01"),
      published([null, "airport facilities on arrival"], "SAR", abroad(87), saudiFacilities, "2016-01-01", {
        on: "arrival",
      }),
    ],
  },
  SY: { levies: [approximate([null, "departure charges"], "USD", each(5, 35))] },
  YE: { levies: [approximate([null, "departure charges"], "USD", each(5, 30))] },
};
