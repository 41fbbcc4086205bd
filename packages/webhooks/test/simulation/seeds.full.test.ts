import { testSeeds } from "./seeds.ts";

testSeeds({ inMemory: 200, onPostgres: 5 });
