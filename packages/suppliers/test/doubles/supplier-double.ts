export {
  type DoubleAnswer,
  type Misbehavior,
  membersOf,
  type ReceivedRequest,
  SupplierDouble,
} from "@wayfare/demo-suppliers";
