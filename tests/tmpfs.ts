export { mountTmpfs, noTmpfsReason, type Tmpfs } from "../packages/database/test/tmpfs.ts";
