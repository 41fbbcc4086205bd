import { fileURLToPath } from "node:url";

/** Where `npm run build:portal` puts the pages: `index.html` and what it loads. The folder is absent until then. */
export const pagesDirectory = fileURLToPath(new URL("../dist/", import.meta.url));
