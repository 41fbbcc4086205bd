import { Badge } from "../../components/status.tsx";

/** What an endpoint subscribes to. */
export function EventPatterns({ patterns }: { patterns: readonly string[] }) {
  return (
    <span className="flex flex-wrap gap-1">
      {patterns.map((pattern) => (
        <Badge key={pattern} mono>
          {pattern === "*" ? "* everything" : pattern}
        </Badge>
      ))}
    </span>
  );
}
