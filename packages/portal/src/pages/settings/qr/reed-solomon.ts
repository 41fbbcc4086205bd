/** Reed–Solomon codes over GF(2⁸) with the polynomial x⁸+x⁴+x³+x²+1, as ISO/IEC 18004 has them. */

const polynomial = 0x11d;

/** The product of two elements of the field. */
function multiply(one: number, other: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * polynomial);
    product ^= ((other >>> bit) & 1) * one;
  }
  return product;
}

/** The generator polynomial of so many check bytes: its coefficients but the first, which is one. */
function makeGenerator(degree: number): number[] {
  const generator: number[] = Array.from({ length: degree }, (_, place) => (place === degree - 1 ? 1 : 0));
  let root = 1;
  for (let factor = 0; factor < degree; factor++) {
    for (let place = 0; place < degree; place++) {
      generator[place] = multiply(generator[place] ?? 0, root) ^ (generator[place + 1] ?? 0);
    }
    root = multiply(root, 2);
  }
  return generator;
}

/** The check bytes of a block of data. */
export function makeCheckBytes(data: readonly number[], count: number): number[] {
  const generator = makeGenerator(count);
  const rest: number[] = Array.from({ length: count }, () => 0);
  for (const byte of data) {
    const factor = byte ^ (rest.shift() ?? 0);
    rest.push(0);
    generator.forEach((coefficient, place) => {
      rest[place] = (rest[place] ?? 0) ^ multiply(coefficient, factor);
    });
  }
  return rest;
}
