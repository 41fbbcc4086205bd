import { testManyOrders } from "./many-orders.ts";

testManyOrders(60);
