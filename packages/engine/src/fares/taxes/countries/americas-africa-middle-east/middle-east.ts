import type { TaxesByCountry } from "../../levy.ts";
import { abroad, approximate, domesticAndAbroad, everywhere, law, published, rates, unchecked } from "../make-levy.ts";

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
      published(
        {
          code: "AE",
          name: "passenger service charge",
          source: emiratesService,
          currency: "AED",
          exempt: { under: 2, source: emiratesService },
        },
        rates("2011-07-29", abroad(75)),
      ),
      published(
        {
          code: "TP",
          name: "passenger security and safety",
          source: emiratesService,
          currency: "AED",
          exempt: { under: 2, source: emiratesService },
        },
        rates("2011-07-29", abroad(5)),
      ),
      published(
        {
          code: "F6",
          name: "passenger facilities",
          source:
            "Dubai Executive Council Resolution 8 of 2016: transfers too, http://gulfnews.com/business/aviation/dubai-airports-introduces-dh35-passenger-service-fee-1.1700672",
          currency: "AED",
          airports: "DXB DWC",
          on: "boarding",
          exempt: {
            under: 2,
            source:
              "Dubai Executive Council Resolution 8 of 2016: transfers too, http://gulfnews.com/business/aviation/dubai-airports-introduces-dh35-passenger-service-fee-1.1700672",
          },
        },
        rates("2016-07-01", abroad(35)),
      ),
      published(
        {
          code: "F6",
          name: "passenger facilities",
          source:
            "Abu Dhabi Executive Council, http://www.khaleejtimes.com/business/aviation/abu-dhabi-introduces-dh35-airport-fee; Sharjah, https://www.pressreader.com/uae/the-national-news/20160406/281728383667077",
          currency: "AED",
          airports: "AUH SHJ",
          exempt: {
            under: 2,
            source:
              "Abu Dhabi Executive Council, http://www.khaleejtimes.com/business/aviation/abu-dhabi-introduces-dh35-airport-fee; Sharjah, https://www.pressreader.com/uae/the-national-news/20160406/281728383667077",
          },
        },
        rates("2016-07-01", abroad(35)),
      ),
      published(
        {
          code: "ZR",
          name: "advance passenger information",
          source:
            "Decision 36 of 2012 of the ruler of Dubai on advance passenger information, https://www.dubaidesi.com/new-fee-on-dubai-arrivals-aed-5/",
          currency: "AED",
          on: "arrival",
          exempt: {
            under: 2,
            source:
              "Decision 36 of 2012 of the ruler of Dubai on advance passenger information, https://www.dubaidesi.com/new-fee-on-dubai-arrivals-aed-5/",
          },
        },
        rates("2013-04-01", abroad(5)),
      ),
    ],
  },
  BH: {
    levies: [
      published(
        {
          code: null,
          name: "departure fee",
          source: "Decision 25 of 2016 on fees of civil aviation, http://www.bahrainmirror.com/en/news/35794.html",
          currency: "BHD",
        },
        rates("2017-03-26", abroad(7)),
      ),
      published(
        {
          code: null,
          name: "passenger registration",
          source:
            "Amendment of table 4 of Decision 25 of 2016: departing and transfer passengers, https://bahrainvartha.com/65679/bahrain-to-levy-bd2-civil-aviation-fee-on-travellers",
          currency: "BHD",
          on: "boarding",
        },
        rates("2026-01-01", abroad(2)),
      ),
      published(
        {
          code: null,
          name: "transfer fee",
          source: "Decision 25 of 2016 on fees of civil aviation, http://www.bahrainmirror.com/en/news/35794.html",
          currency: "BHD",
          on: "transfer",
        },
        rates("2017-03-26", abroad(1)),
      ),
    ],
  },
  IL: {
    levies: [
      published(
        {
          code: "IL",
          name: "passenger fee of terminal 3",
          source:
            "Israel Airports Authority, fees of terminal 3, https://en.globes.co.il/en/article-Ben-Gurion-Airport-closes-Terminal-1-raises-fees-1001328265",
          currency: "USD",
        },
        rates("2020-05-12", abroad(26)),
      ),
    ],
  },
  IQ: {
    levies: [
      {
        ...published(
          { code: null, name: "departure tax", source: iraqiTax, currency: "USD" },
          rates("2009-09-19", abroad(13)),
        ),
        exempt: { under: 12, source: iraqiTax },
      },
      approximate(
        { code: null, name: "further departure charges", source: unchecked, currency: "USD" },
        rates("2024-01-01", domesticAndAbroad(5, 22)),
      ),
    ],
  },
  IR: {
    levies: [
      published(
        {
          code: null,
          name: "airport development",
          source:
            "Mehr: EUR 10 on tickets abroad, none to Baghdad, Najaf, Medina, Jeddah, and Damascus, https://qudsonline.ir/news/1010539/",
          currency: "EUR",
        },
        rates("2024-09-08", [
          { to: "domestic", amount: 0 },
          { to: { airports: "BGW NJF MED JED DAM" }, amount: 0 },
          { to: "international", amount: 10 },
        ]),
      ),
      approximate(
        { code: null, name: "passenger service", source: unchecked, currency: "USD" },
        rates("2024-01-01", domesticAndAbroad(2, 2)),
      ),
    ],
  },
  JO: {
    levies: [
      published(
        {
          code: null,
          name: "departure tax",
          source:
            "Jordan Tourism Board: exit fee of 40 dinars, waived at Aqaba, https://stage.derwesten.de/reise/jordanien-erlaesst-ausreisegebuehr-am-flughafen-akaba-id10463948.html",
          currency: "JOD",
          exceptAirports: "AQJ",
        },
        rates("2014-02-01", abroad(40)),
      ),
    ],
  },
  KW: {
    levies: [
      published(
        { code: null, name: "departure fee", source: kuwaitFees, currency: "KWD" },
        rates("2021-06-01", abroad(3)),
      ),
      published(
        { code: null, name: "arrival fee", source: kuwaitFees, currency: "KWD", on: "arrival" },
        rates("2021-06-01", abroad(2)),
      ),
    ],
  },
  LB: {
    levies: [
      law(
        {
          code: null,
          name: "exit tax",
          source:
            "Budget law 2019: LBP 50,000 to 150,000 by cabin and distance at 1,507.5 per dollar, collected in dollars since 2022, https://www.businessnews.com.lb/cms/Story/StoryDetails.aspx?ItemID=7237",
          currency: "USD",
        },
        rates("2019-08-01", [
          { to: { withinKm: 900 }, amount: { economy: 33.17, business: 49.75, first: 66.33 } },
          { to: "any", amount: { economy: 33.17, business: 72.97, first: 99.5 } },
        ]),
      ),
      published(
        {
          code: null,
          name: "departure tax",
          source: "Lebanon departure tax, LBP 5,000, https://www.jadaoun.com/new-airport-tax-to-be-wasted/",
          currency: "USD",
        },
        rates("2010-01-01", abroad(3.32)),
      ),
    ],
  },
  OM: {
    levies: [
      published(
        {
          code: null,
          name: "passenger service charge",
          source: omanCharge,
          currency: "OMR",
          exempt: { under: 2, source: omanCharge },
        },
        rates("2016-07-01", abroad(10)),
      ),
      published(
        { code: null, name: "security", source: omanCharge, currency: "OMR", exempt: { under: 2, source: omanCharge } },
        rates("2018-01-15", abroad(1)),
      ),
      published(
        {
          code: null,
          name: "transfer fee",
          source:
            "Amendment of the civil aviation regulation, https://www.omanobserver.om/transit-passengers-to-pay-ro-3-fee-from-january/",
          currency: "OMR",
          on: "transfer",
          exempt: {
            under: 2,
            source:
              "Amendment of the civil aviation regulation, https://www.omanobserver.om/transit-passengers-to-pay-ro-3-fee-from-january/",
          },
        },
        rates("2021-01-01", abroad(3)),
      ),
    ],
  },
  QA: {
    levies: [
      published(
        { code: null, name: "airport development", source: qatarCircular, currency: "QAR", on: "boarding" },
        rates("2022-04-01", everywhere(60)),
      ),
      published(
        { code: null, name: "passenger facilities", source: qatarCircular, currency: "QAR", on: "boarding" },
        rates("2022-04-01", everywhere(60)),
      ),
      published(
        { code: null, name: "passenger safety and security", source: qatarCircular, currency: "QAR", on: "boarding" },
        rates("2022-04-01", everywhere(10)),
      ),
    ],
  },
  SA: {
    levies: [
      published(
        { code: null, name: "airport facilities on departure", source: saudiFacilities, currency: "SAR" },
        rates("2020-01-01", domesticAndAbroad(10, 87)),
      ),
      published(
        { code: null, name: "airport facilities on arrival", source: saudiFacilities, currency: "SAR", on: "arrival" },
        rates("2016-01-01", abroad(87)),
      ),
    ],
  },
  SY: {
    levies: [
      approximate(
        { code: null, name: "departure charges", source: unchecked, currency: "USD" },
        rates("2024-01-01", domesticAndAbroad(5, 35)),
      ),
    ],
  },
  YE: {
    levies: [
      approximate(
        { code: null, name: "departure charges", source: unchecked, currency: "USD" },
        rates("2024-01-01", domesticAndAbroad(5, 30)),
      ),
    ],
  },
};
