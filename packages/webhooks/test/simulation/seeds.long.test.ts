import { testSeeds } from "./seeds.ts";

testSeeds({ inMemory: 1000, ordered: 1000, onPostgres: 20 });
