import { fileURLToPath } from "node:url";

/** Output folder of `npm run build:portal`: `index.html` and its assets. Absent before the first build. */
export const pagesDirectory = fileURLToPath(new URL("../dist/", import.meta.url));
