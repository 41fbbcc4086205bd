export { type PostgresProxy, startPostgresProxy } from "../packages/database/test/postgres-proxy.ts";
export {
  createTestDatabase,
  type TestDatabase,
  type TestDatabaseKind,
  testDatabaseKinds,
} from "../packages/database/test/test-databases.ts";
