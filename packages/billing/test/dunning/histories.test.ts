import { testHistories } from "./histories.ts";

testHistories({ runs: 2, coverAllLines: false });
