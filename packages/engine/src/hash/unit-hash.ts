/**
 * A number in [0, 1) that depends on nothing but its arguments: how the simulated world decides, without randomness, what a
 * real one would decide by accident. Integers in, murmur3's finaliser over each.
 */
export function unitHash(a: number, b: number, c: number, d: number): number {
  let h = mix(0x9e3779b9, a);
  h = mix(h, b);
  h = mix(h, c);
  h = mix(h, d);
  return h / 0x100000000;
}

function mix(seed: number, value: number): number {
  let h = Math.imul(seed ^ value, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  h ^= h >>> 16;
  return h >>> 0;
}
