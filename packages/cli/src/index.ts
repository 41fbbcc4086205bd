export {
  type Actions,
  createProgram,
  describeFailure,
  type ProgramOptions,
  type SettingFlag,
  type SettingSources,
} from "./commands/program.ts";
