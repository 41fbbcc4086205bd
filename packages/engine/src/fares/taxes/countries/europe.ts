import type { TaxesByCountry } from "../levy.ts";
import { cyprus, greece, turkey } from "./europe/aegean.ts";
import { austria, switzerland } from "./europe/alps.ts";
import { croatia, czechia, hungary, poland, slovakia, slovenia } from "./europe/central.ts";
import {
  armenia,
  azerbaijan,
  belarus,
  estonia,
  georgia,
  latvia,
  lithuania,
  moldova,
  russia,
  ukraine,
} from "./europe/east.ts";
import { france } from "./europe/france.ts";
import { germany } from "./europe/germany.ts";
import { gibraltar, portugal, spain } from "./europe/iberia.ts";
import { guernsey, ireland, isleOfMan, jersey } from "./europe/ireland-and-dependencies.ts";
import { italy, malta } from "./europe/italy.ts";
import { belgium, luxembourg, netherlands } from "./europe/low-countries.ts";
import { denmark, faroeIslands, finland, iceland, norway, svalbard, sweden } from "./europe/nordic.ts";
import {
  albania,
  bosniaAndHerzegovina,
  bulgaria,
  kosovo,
  montenegro,
  northMacedonia,
  romania,
  serbia,
} from "./europe/southeast.ts";

/** Taxes and charges of departures from Europe without the United Kingdom, with Turkey, Russia and the South Caucasus. */
export const europe: TaxesByCountry = {
  AL: albania,
  AM: armenia,
  AT: austria,
  AX: finland,
  AZ: azerbaijan,
  BA: bosniaAndHerzegovina,
  BE: belgium,
  BG: bulgaria,
  BY: belarus,
  CH: switzerland,
  CY: cyprus,
  CZ: czechia,
  DE: germany,
  DK: denmark,
  EE: estonia,
  ES: spain,
  FI: finland,
  FO: faroeIslands,
  FR: france,
  GE: georgia,
  GG: guernsey,
  GI: gibraltar,
  GR: greece,
  HR: croatia,
  HU: hungary,
  IE: ireland,
  IM: isleOfMan,
  IS: iceland,
  IT: italy,
  JE: jersey,
  LT: lithuania,
  LU: luxembourg,
  LV: latvia,
  MD: moldova,
  ME: montenegro,
  MK: northMacedonia,
  MT: malta,
  NL: netherlands,
  NO: norway,
  PL: poland,
  PT: portugal,
  RO: romania,
  RS: serbia,
  RU: russia,
  SE: sweden,
  SI: slovenia,
  SJ: svalbard,
  SK: slovakia,
  TR: turkey,
  UA: ukraine,
  XK: kosovo,
};
