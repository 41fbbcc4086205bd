import { scaled } from "../../../../tests/scale.ts";
import { testCrashes } from "./crash.ts";

testCrashes({ rounds: scaled(6), accounts: 30 });
