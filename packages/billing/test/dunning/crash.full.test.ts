import { scaled } from "../../../../tests/scale.ts";
import { testCrashes } from "./crash.ts";

testCrashes({ rounds: scaled(12), accounts: 30 });
