/**
 * Gathers rows that arrive while a write is under way and writes them together next, so that a write costs a lone row
 * no waiting and many rows one statement. Each promise settles with the write that holds its row.
 */
export function groupCommit<Row>(write: (rows: Row[]) => Promise<void>, maxRows = 500): (row: Row) => Promise<void> {
  interface Waiting {
    row: Row;
    resolve: () => void;
    reject: (error: unknown) => void;
  }
  const waiting: Waiting[] = [];
  let writing = false;

  const drain = async (): Promise<void> => {
    writing = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maxRows);
      try {
        await write(batch.map(({ row }) => row));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    writing = false;
  };

  return (row) =>
    new Promise((resolve, reject) => {
      waiting.push({ row, resolve, reject });
      if (!writing) void drain();
    });
}
