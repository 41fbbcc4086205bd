import { testHistories } from "./histories.ts";

testHistories({ runs: 4, coverAllLines: false });
