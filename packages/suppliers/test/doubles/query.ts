export { queryFor } from "../query.ts";
