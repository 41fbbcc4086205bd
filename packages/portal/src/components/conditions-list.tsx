import { type Conditions, describeConditions } from "@wayfare/sdk";

/** Costs of a cancellation, a change and a no-show, in sentences. */
export function ConditionsList({ conditions }: { conditions: Conditions }) {
  return (
    <ul>
      {describeConditions(conditions).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
