import type { Flight, ScoreOption } from "@wayfare/sdk";

/**
 * Replaces the number of another option in a reason (`option 14`) by its flight and departure, as in `UA 3055 at 09:05`: the list shows no
 * numbers of options.
 */
export function nameOptions(reason: string, options: readonly ScoreOption[], flights: readonly Flight[]): string {
  return reason.replaceAll(/\boption (\d+)\b/g, (text, rank: string) => {
    const option = options.find((each) => each.rank === Number(rank));
    const slice = flights.find(({ id }) => id === option?.flightId)?.slices[0];
    const [segment] = slice?.segments ?? [];
    if (slice === undefined || segment === undefined) return text;
    return `${segment.marketingCarrier} ${segment.flightNumber} at ${slice.departureAt.slice(11, 16)}`;
  });
}
