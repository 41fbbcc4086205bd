/** Peak dates of a program: month × 100 + day, inclusive; a range may include New Year. */
export type PeakDates = readonly (readonly [from: number, to: number])[];

/**
 * Avios: a **model** (British and Spanish school holidays, about a third of the year), because the airlines' calendars are not published
 * here.
 */
export const aviosPeak: PeakDates = [
  [1215, 107],
  [327, 414],
  [626, 906],
  [1018, 1101],
];

/** ANA and JAL: a **model** (New Year, Golden Week, Obon), around the dates that both name in their season charts. */
export const japanPeak: PeakDates = [
  [1220, 106],
  [427, 506],
  [806, 820],
];

/** Korean Air: a **model** (New Year, summer holidays, Chuseok at its usual date). */
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
