export function FlightsPage() {
  return null;
}
