import type { SearchRequest } from "@wayfare/sdk";
import { useState } from "react";
import { CodeBlock } from "./code-block.tsx";
import { renderCurl, renderTypeScript } from "./search-snippets.ts";
import { Tabs } from "./tabs.tsx";

interface SearchCodeProps {
  /** Accessible label of the tabs. */
  label: string;
  baseUrl: string;
  request: SearchRequest;
}

/** Search as curl command and as TypeScript code, in tabs. */
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
          content: <CodeBlock contentName="command" code={renderCurl(baseUrl, request)} />,
        },
        {
          value: "typescript",
          label: "TypeScript",
          content: <CodeBlock contentName="code" code={renderTypeScript(baseUrl, request)} />,
        },
      ]}
    />
  );
}
