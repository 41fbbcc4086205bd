export type {
  Component,
  Label,
  Preferences,
  Profile,
  Ranked,
  RankLayover,
  RankOption,
  RankSlice,
  Wording,
} from "./option.ts";
export { componentNames } from "./option.ts";
export { rank } from "./rank.ts";
