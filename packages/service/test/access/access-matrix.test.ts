import { testAccessMatrix } from "./access-matrix.ts";

testAccessMatrix({ postgresql: ["test"] });
