import { testCrashes } from "./crash.ts";

testCrashes({ rounds: 1, accounts: 6 });
