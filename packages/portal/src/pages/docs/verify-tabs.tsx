import { useState } from "react";
import { CodeBlock } from "../../components/code-block.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { verifySnippets } from "./snippets.ts";

/** Signature verification snippets in tabs by language. */
export function VerifyTabs() {
  const [language, setLanguage] = useState<(typeof verifySnippets)[number]["value"]>("ts");
  return (
    <Tabs
      label="Language"
      value={language}
      onChange={setLanguage}
      tabs={verifySnippets.map(({ value, label, code }) => ({
        value,
        label,
        content: <CodeBlock contentName={`${label} code`} code={code} />,
      }))}
    />
  );
}
