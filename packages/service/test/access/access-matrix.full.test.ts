import { testAccessMatrix } from "./access-matrix.ts";

testAccessMatrix({ postgresql: ["live", "service"], pglite: ["test"] });
