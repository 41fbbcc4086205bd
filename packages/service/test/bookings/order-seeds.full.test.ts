import { testOrderSeeds } from "./order-seeds.ts";

testOrderSeeds(20);
