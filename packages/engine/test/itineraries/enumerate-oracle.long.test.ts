import { testAgainstBruteForce } from "./enumerate-oracle.property.ts";

testAgainstBruteForce(3000);
