export { type IgnavDouble, startIgnavDouble } from "@wayfare/demo-suppliers";
