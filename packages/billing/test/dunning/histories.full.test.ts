import { testHistories } from "./histories.ts";

testHistories(Number(process.env.HISTORY_RUNS ?? 40));
