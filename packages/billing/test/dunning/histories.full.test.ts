import { scaled } from "../../../../tests/scale.ts";
import { testHistories } from "./histories.ts";

testHistories(scaled(40));
