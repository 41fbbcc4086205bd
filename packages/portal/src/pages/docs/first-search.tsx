import { useState } from "react";
import { CodeBlock } from "../../components/code-block.tsx";
import { exampleSearch, renderCurl, renderTypeScript } from "../../components/search-snippets.ts";
import { Tabs } from "../../components/tabs.tsx";

/** A search of two months ahead, as a command and as a program. */
export function FirstSearch({ baseUrl }: { baseUrl: string }) {
  const [language, setLanguage] = useState<"curl" | "ts">("curl");
  const request = exampleSearch();
  return (
    <div className="max-w-3xl">
      <Tabs
        label="Language of the search"
        value={language}
        onChange={setLanguage}
        tabs={[
          {
            value: "curl",
            label: "curl",
            content: <CodeBlock what="the command" code={renderCurl(baseUrl, request)} />,
          },
          {
            value: "ts",
            label: "TypeScript",
            content: <CodeBlock what="the program" code={renderTypeScript(baseUrl, request)} />,
          },
        ]}
      />
    </div>
  );
}
