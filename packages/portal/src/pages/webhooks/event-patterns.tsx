import { Badge } from "../../components/status.tsx";

/** Event patterns of an endpoint. */
export function EventPatterns({ patterns }: { patterns: readonly string[] }) {
  return (
    <span className="flex flex-wrap gap-1">
      {patterns.map((pattern) => (
        <Badge key={pattern} mono>
          {pattern === "*" ? "* (all events)" : pattern}
        </Badge>
      ))}
    </span>
  );
}
