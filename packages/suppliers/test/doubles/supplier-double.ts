export {
  type DoubleAnswer,
  findUnknown,
  type Misbehavior,
  membersOf,
  type ReceivedRequest,
  SupplierDouble,
} from "@wayfare/demo-suppliers";
