export { type SeatsAeroDouble, startSeatsAeroDouble } from "@wayfare/demo-suppliers";
