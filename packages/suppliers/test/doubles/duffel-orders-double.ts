export { DuffelOrdersDouble, type OrderFault } from "@wayfare/demo-suppliers";
