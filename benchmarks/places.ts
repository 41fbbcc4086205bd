/**
 * Measures the CPU time of place lookups: prefixes, complete names and names with a typo, of all places in all languages.
 *
 *     npm run bench:places
 */
import { unitHash } from "@wayfare/engine";
import { createGazetteer, type Facts, loadFacts } from "@wayfare/world";

const queries = 1_500;
const repeats = 20;
const limit = 10;

const facts = loadFacts();
const gazetteer = createGazetteer(facts);
const names = namesOf(facts);
const kinds = { prefix: prefixOf, complete: (name: string) => name, typo: withTypo };

function namesOf({ airports, placeNames }: Facts): string[] {
  const english = [...airports.values()].flatMap(({ name, cityName }) => [name, cityName]);
  const others = [...placeNames.values()].flatMap(({ native, former, other }) => [...native, ...former, ...other]);
  return [...new Set([...english, ...others])];
}

function prefixOf(name: string, draw: number): string {
  return name.slice(0, 1 + Math.floor(draw * name.length));
}

function withTypo(name: string, draw: number): string {
  const at = Math.floor(draw * name.length);
  return `${name.slice(0, at)}x${name.slice(at + 1)}`;
}

/** Mean CPU microseconds of a lookup. */
function measure(query: string): number {
  const before = process.cpuUsage();
  for (let repeat = 0; repeat < repeats; repeat++) gazetteer.search(query, limit);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / repeats;
}

for (const [kind, change] of Object.entries(kinds)) {
  const asked = Array.from({ length: queries }, (_, at) => {
    const name = names[Math.floor(unitHash(1, at, 0, 0) * names.length)] ?? "";
    return change(name, unitHash(1, at, 1, 0));
  });
  for (const query of asked) gazetteer.search(query, limit);
  const times = asked.map(measure).sort((a, b) => a - b);
  const [median, p99, most] = [0.5, 0.99, 1].map((share) => times[Math.ceil(share * queries) - 1]?.toFixed(0));
  process.stdout.write(`${kind}: median ${median} µs, p99 ${p99} µs, most ${most} µs of CPU\n`);
}
