import type { Database } from "@wayfare/database";
import { onTestFinished } from "vitest";
import { createTestDatabase } from "../databases.ts";
import { Deployment } from "./deployment.ts";
import { type Receiver, startReceiver } from "./receiver.ts";

interface WatchedDeployment {
  database: Database;
  deployment: Deployment;
  receiver: Receiver;
}

/** Creates a deployment without processes, its PostgreSQL and a receiver of its deliveries; removed after the test. */
export async function makeWatchedDeployment(): Promise<WatchedDeployment> {
  const { database, connectionString, drop } = await createTestDatabase("postgresql");
  const deployment = new Deployment(connectionString ?? "");
  const receiver = await startReceiver();
  onTestFinished(async () => {
    await deployment.remove();
    await receiver.close();
    await drop();
  });
  return { database, deployment, receiver };
}
