export {
  createTestDatabase,
  type TestDatabase,
  type TestDatabaseKind,
  testDatabaseKinds,
} from "../packages/database/test/test-databases.ts";
