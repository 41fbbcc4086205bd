import type { Point } from "../facts/closed-airspace.ts";
import type { Season } from "../facts/nonstop.ts";

/** Bell curve over degrees: `width` is the distance from the center at which it has fallen to 61 %. */
interface Bell {
  center: number;
  width: number;
}

interface Jet extends Bell {
  kmh: number;
}

/**
 * Jet streams by season of the northern timetable: mean zonal wind at cruising level (200 to 300 hPa) over latitude. They are
 * the means away from the maxima, which `maxima` adds. Shape and magnitude follow published climatologies (ERA5, NCEP), from general
 * knowledge: northern maxima of about 30 m/s in the zonal mean that move poleward in summer, a southern jet of 25 m/s all year with its
 * subtropical branch over Australia in the southern winter. Coefficients are fitted to block times (docs/quality.md).
 */
const jets: Record<Season, { north: Jet; south: Jet }> = {
  winter: { north: { center: 40, width: 15, kmh: 51 }, south: { center: -42, width: 15, kmh: 74 } },
  summer: { north: { center: 44, width: 13, kmh: 32 }, south: { center: -28, width: 15, kmh: 74 } },
};
const tradeWinds: Jet = { center: 2, width: 9, kmh: -14 };
/** Both jets are stronger over the Pacific, and the northern one over the western Atlantic, by these factors of the mean elsewhere. */
const maxima: readonly (Bell & { northern: number; southern: number })[] = [
  { center: 180, width: 34, northern: 1.56, southern: 0.42 },
  { center: -62, width: 35, northern: 1.5, southern: 0 },
];

/** Returns the mean wind from west to east in km/h; for null, the mean of both seasons. */
export function zonalWindKmh({ latitude, longitude }: Point, season: Season | null): number {
  if (season === null) {
    const winter = zonalWindKmh({ latitude, longitude }, "winter");
    return (winter + zonalWindKmh({ latitude, longitude }, "summer")) / 2;
  }
  const { north, south } = jets[season];
  let [northern, southern] = [1, 1];
  for (const maximum of maxima) {
    const strength = bell(maximum, signedDegrees(longitude - maximum.center));
    northern += maximum.northern * strength;
    southern += maximum.southern * strength;
  }
  return speedAt(north, latitude) * northern + speedAt(south, latitude) * southern + speedAt(tradeWinds, latitude);
}

/** Returns an angle between −180 and 180 degrees. */
function signedDegrees(degrees: number): number {
  return ((((degrees + 180) % 360) + 360) % 360) - 180;
}

function speedAt(jet: Jet, latitude: number): number {
  return jet.kmh * bell(jet, latitude - jet.center);
}

function bell({ width }: Bell, distance: number): number {
  return Math.exp(-0.5 * (distance / width) ** 2);
}

/** The mean wind by whole degrees, for many samples. */
export class WindTable {
  readonly #kmh: Float32Array;

  constructor(season: Season | null) {
    this.#kmh = new Float32Array(181 * 360);
    for (let latitude = -90; latitude <= 90; latitude++) {
      for (let longitude = -180; longitude < 180; longitude++) {
        this.#kmh[(latitude + 90) * 360 + longitude + 180] = zonalWindKmh({ latitude, longitude }, season);
      }
    }
  }

  /** Returns the wind of the nearest whole degrees in km/h. */
  at({ latitude, longitude }: Point): number {
    const column = (Math.round(longitude) + 540) % 360;
    return this.#kmh[(Math.round(latitude) + 90) * 360 + column] ?? 0;
  }
}
