export { exitCodeOf, formatError, formatJsonError } from "./commands/errors.ts";
export {
  type Actions,
  createProgram,
  type ProgramOptions,
  type SettingFlag,
  type SettingSources,
} from "./commands/program.ts";
