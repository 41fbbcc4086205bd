/** The eight masks: where each turns a module over. */
export const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** How hard a code is to scan by the four rules of ISO/IEC 18004, 7.8.3: runs, blocks, false finders, imbalance. */
export function penaltyOf(modules: readonly (readonly boolean[])[]): number {
  const size = modules.length;
  const columns = modules.map((_, x) => modules.map((row) => row[x] === true));
  const lines = [...modules, ...columns];
  const runs = lines.reduce((sum, line) => sum + runPenalty(line) + finderPenalty(line), 0);
  let blocks = 0;
  for (let y = 0; y + 1 < size; y++) {
    for (let x = 0; x + 1 < size; x++) {
      const dark = modules[y]?.[x];
      const isBlock = [modules[y]?.[x + 1], modules[y + 1]?.[x], modules[y + 1]?.[x + 1]].every(
        (each) => each === dark,
      );
      if (isBlock) blocks += 3;
    }
  }
  const share = modules.flat().filter(Boolean).length / size ** 2;
  return runs + blocks + Math.floor(Math.abs(share - 0.5) * 20) * 10;
}

function runPenalty(line: readonly boolean[]): number {
  let penalty = 0;
  let length = 0;
  line.forEach((isDark, place) => {
    length = place > 0 && isDark === line[place - 1] ? length + 1 : 1;
    if (length === 5) penalty += 3;
    else if (length > 5) penalty += 1;
  });
  return penalty;
}

/** A finder's 1:1:3:1:1 with four light modules on a side. */
function finderPenalty(line: readonly boolean[]): number {
  const text = line.map((isDark) => (isDark ? "1" : "0")).join("");
  return [...text.matchAll(/(?=10111010000|00001011101)/g)].length * 40;
}
