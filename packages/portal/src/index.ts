import { fileURLToPath } from "node:url";
import { resourceUrl } from "@wayfare/resources";

/** Output folder of `npm run build:portal`: `index.html` and its assets. Absent before the first build. */
export const pagesDirectory = fileURLToPath(resourceUrl("portal/dist/"));
