import { useState } from "react";
import { CodeBlock } from "../../components/code-block.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { verifySnippets } from "./snippets.ts";

/** Verifying a delivery, in the language of one's choice. */
export function VerifyTabs() {
  const [language, setLanguage] = useState<(typeof verifySnippets)[number]["value"]>("ts");
  return (
    <Tabs
      label="Language of the receiver"
      value={language}
      onChange={setLanguage}
      tabs={verifySnippets.map(({ value, label, code }) => ({
        value,
        label,
        content: <CodeBlock what={`the ${label} code`} code={code} />,
      }))}
    />
  );
}
