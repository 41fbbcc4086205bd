import type { SearchRequest } from "@wayfare/sdk";
import { useState } from "react";
import { CodeBlock } from "./code-block.tsx";
import { renderCurl, renderTypeScript } from "./search-snippets.ts";
import { Tabs } from "./tabs.tsx";

interface SearchCodeProps {
  /** The label of the tabs, for screen readers. */
  label: string;
  baseUrl: string;
  request: SearchRequest;
}

/** A search as a command and as a program, in tabs. */
export function SearchCode({ label, baseUrl, request }: SearchCodeProps) {
  const [language, setLanguage] = useState<"curl" | "typescript">("curl");
  return (
    <Tabs
      label={label}
      value={language}
      onChange={setLanguage}
      tabs={[
        {
          value: "curl",
          label: "curl",
          content: <CodeBlock what="the command" code={renderCurl(baseUrl, request)} />,
        },
        {
          value: "typescript",
          label: "TypeScript",
          content: <CodeBlock what="the program" code={renderTypeScript(baseUrl, request)} />,
        },
      ]}
    />
  );
}
