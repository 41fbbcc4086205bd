import { testHistories } from "./histories.ts";

testHistories({ runs: Number(process.env.HISTORY_RUNS ?? 40), coverAllLines: true });
