export const earthRadiusKm = 6371.0088;
export const kmPerStatuteMile = 1.609344;

interface Position {
  latitude: number;
  longitude: number;
}

/** Great-circle distance on the mean sphere (IUGG mean radius), by the haversine formula. */
export function greatCircleKm(a: Position, b: Position): number {
  const radians = Math.PI / 180;
  const sinLatitude = Math.sin(((b.latitude - a.latitude) * radians) / 2);
  const sinLongitude = Math.sin(((b.longitude - a.longitude) * radians) / 2);
  const h =
    sinLatitude * sinLatitude +
    Math.cos(a.latitude * radians) * Math.cos(b.latitude * radians) * sinLongitude * sinLongitude;
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(h)));
}
