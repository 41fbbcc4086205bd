/** Peak dates of a program: month × 100 + day, both ends included; a range may run over the new year. */
export type PeakDates = readonly (readonly [from: number, to: number])[];

/**
 * Avios: a **model** (the school holidays of Britain and Spain, about a third of the year), as the airlines' calendars are not
 * published here.
 */
export const aviosPeak: PeakDates = [
  [1215, 107],
  [327, 414],
  [626, 906],
  [1018, 1101],
];

/** ANA and JAL: a **model** (new year, Golden Week, Obon), around the dates that both name in their season charts. */
export const japanPeak: PeakDates = [
  [1220, 106],
  [427, 506],
  [806, 820],
];

/** Korean Air: a **model** (new year, summer holidays, Chuseok at its usual date). */
export const koreaPeak: PeakDates = [
  [1220, 105],
  [720, 823],
  [925, 1005],
];

export function isPeak(dates: PeakDates, monthDay: number): boolean {
  for (const [from, to] of dates) {
    if (from <= to ? monthDay >= from && monthDay <= to : monthDay >= from || monthDay <= to) return true;
  }
  return false;
}
