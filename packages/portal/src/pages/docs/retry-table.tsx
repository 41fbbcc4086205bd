const attempts = [
  ["1", "immediately", "0"],
  ["2", "1 m", "1 m"],
  ["3", "5 m", "6 m"],
  ["4", "30 m", "36 m"],
  ["5", "2 h", "2 h 36 m"],
  ["6", "6 h", "8 h 36 m"],
  ["7", "24 h", "32 h 36 m"],
] as const;

/** Retry schedule. */
export function RetryTable() {
  return (
    <table className="border-collapse text-left text-13">
      <caption className="sr-only">Retry schedule</caption>
      <thead>
        <tr className="border-b border-edge text-12 text-ink-3">
          <th className="h-8 pr-6 font-medium">Attempt</th>
          <th className="h-8 pr-6 font-medium">After the previous</th>
          <th className="h-8 font-medium">After the first</th>
        </tr>
      </thead>
      <tbody className="font-mono tabular-nums">
        {attempts.map(([number, after, since]) => (
          <tr key={number} className="border-b border-line">
            <td className="h-8 pr-6">{number}</td>
            <td className="h-8 pr-6">{after}</td>
            <td className="h-8">{since}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
