import { testSnippets } from "./guide-cases.ts";
import { languages } from "./guide-snippets.ts";

testSnippets(languages);
