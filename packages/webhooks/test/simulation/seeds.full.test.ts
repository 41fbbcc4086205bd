import { testSeeds } from "./seeds.ts";

testSeeds({ inMemory: 200, ordered: 20, onPostgres: 5 });
