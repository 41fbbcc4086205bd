import { formatSeconds } from "../../components/retry-schedule-text.ts";
import { useRetrySchedule } from "../../data/retry-schedule.ts";

/** Retry schedule of the deployment. */
export function RetryTable() {
  const { delaysSeconds = [] } = useRetrySchedule() ?? {};
  let sinceFirst = 0;
  const attempts = [
    ["1", "immediately", "0"] as const,
    ...delaysSeconds.map((seconds, index) => {
      sinceFirst += seconds;
      return [String(index + 2), formatSeconds(seconds), formatSeconds(sinceFirst)] as const;
    }),
  ];
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
