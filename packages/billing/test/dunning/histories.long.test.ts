import { scaled } from "../../../../tests/scale.ts";
import { testHistories } from "./histories.ts";

testHistories({ runs: scaled(40), coverAllLines: true });
