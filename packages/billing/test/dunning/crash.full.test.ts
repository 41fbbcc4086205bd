import { testCrashes } from "./crash.ts";

testCrashes({ rounds: Number(process.env.CRASH_ROUNDS ?? 20), accounts: 30 });
