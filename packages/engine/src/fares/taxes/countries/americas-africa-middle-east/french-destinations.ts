/**
 * Classes of destinations in the Code des impositions sur les biens et services, L422-15: territories of France, the European Union, and
 * the European Economic Area, and states whose capital's main airport is less than 1,000 km from the reference airport, which is Paris
 * Charles de Gaulle; far destinations are states more than 5,500 km away; all others are intermediate. Overseas territories of the
 * Netherlands and Denmark belong to the first. Distances by great circle from CDG (read 2026-11-28,
 * https://tricoteuses.fr/legifrance/articles/LEGIARTI000051215039). ISO 3166-1 alpha-2 codes, separated by spaces.
 */
export const frenchDestinations = {
  european:
    "FR GP MQ GF RE YT MF BL PM NC PF WF TF AT BE BG HR CY CZ DK EE FI DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE AX IS LI NO SJ CH AD MC SM GB GG GI IM JE FO GL AW CW SX BQ",
  intermediate:
    "AL BA ME MK RS XK VA MD UA BY RU TR GE AM AZ KZ UZ TM TJ KG IL PS JO LB SY IQ IR KW SA BH QA AE YE DZ TN MA EH LY EG SD ER MR SN GM GW GN SL LR CI GH TG BJ NG BF ML NE TD CM CF GA GQ ST CV",
} as const;
