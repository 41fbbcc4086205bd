import type { Filing } from "@wayfare/engine";

/** A fare without conditions. */
export const oneWayFull: Filing = {
  carrier: "BA",
  origin: "LHR",
  destination: "JFK",
  trip: "oneWay",
  cabin: "economy",
  bookingClass: "Y",
  fareBasis: "YTESTOW",
  brand: "Full",
  usdCents: 98_700,
  stops: null,
  advancePurchaseDays: 0,
  minimumStayNights: 0,
  maximumStayNights: null,
  saturdayNight: false,
  travel: [],
  weekdays: [0, 1, 2, 3, 4, 5, 6],
  carryOn: 1,
  checked: 2,
  changeable: true,
  refundable: true,
};
