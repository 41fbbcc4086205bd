/**
 * A number in [0, 1) that depends only on its integer arguments: it replaces chance by a reproducible decision. Applies
 * murmur3's finalizer to each argument.
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
