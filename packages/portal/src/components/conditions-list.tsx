import { type Conditions, describeConditions } from "@wayfare/sdk";

/** What a cancellation, a change and a no-show cost, in sentences. */
export function ConditionsList({ conditions }: { conditions: Conditions }) {
  return (
    <ul>
      {describeConditions(conditions).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
