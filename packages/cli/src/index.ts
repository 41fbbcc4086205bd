export {
  type Actions,
  createProgram,
  formatError,
  type ProgramOptions,
  type SettingFlag,
  type SettingSources,
} from "./commands/program.ts";
