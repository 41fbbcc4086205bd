import { ApiError, type FieldErrorCode } from "@wayfare/sdk";
import { expect, test } from "vitest";
import { draftErrorsOf } from "../../../src/pages/flights/search-draft.ts";

function refusal(errors: { pointer: string; code: FieldErrorCode }[]): ApiError {
  return new ApiError({
    status: 422,
    code: "SEARCH_UNPROCESSABLE",
    title: "Search cannot be processed",
    detail: "Detail.",
    errors: errors.map((each) => ({ ...each, detail: "For programs, see GET /v1/places." })),
    requestId: null,
    response: { requestId: null, rateLimits: [], replayed: false, status: 422, headers: new Headers() },
    retryAfterSeconds: null,
  });
}

test("shows errors of the service at their fields, in the words of the form", () => {
  expect(
    draftErrorsOf(
      refusal([
        { pointer: "/departureDate", code: "DATE_IN_PAST" },
        { pointer: "/destination", code: "SAME_PLACE" },
      ]),
    ),
  ).toEqual({ depart: "This date has passed.", to: "Choose a place other than the origin." });
});

test("leaves an error without a field to the page", () => {
  expect(draftErrorsOf(refusal([{ pointer: "/programs", code: "UNKNOWN_PROGRAM" }]))).toBeNull();
  expect(draftErrorsOf(refusal([]))).toBeNull();
  expect(draftErrorsOf(new Error("no response"))).toBeNull();
  expect(draftErrorsOf(null)).toBeNull();
});
