import type { TSchema } from "typebox";
import {
  AccountSchema,
  ApplicationSchema,
  AuditEventSchema,
  ChangeAccountSchema,
  ChangeApplicationSchema,
  CreateApplicationSchema,
  DeletedApplicationSchema,
} from "./accounts.ts";
import {
  ChangeSubscriptionSchema,
  CreditBalanceSchema,
  CreditEntrySchema,
  PlanSchema,
  PreviewSubscriptionSchema,
  RedeemCouponSchema,
  RedeemedCouponSchema,
  SpendSchema,
  SubscriptionChangeSchema,
  SubscriptionPreviewSchema,
  SubscriptionSchema,
} from "./billing.ts";
import { BookingSchema, ContactSchema, CreateBookingSchema, RefundSchema, TravelerSchema } from "./bookings.ts";
import { DictionariesSchema, PlaceNameSchema, ProgramSchema } from "./dictionaries.ts";
import { EventSchema } from "./events.ts";
import { EmissionsSchema, FlightSchema, LayoverSchema, SegmentSchema, SliceSchema } from "./flight.ts";
import { CreditNoteSchema, InvoiceLineSchema, InvoiceSchema } from "./invoices.ts";
import {
  ChangeKeySchema,
  CreateKeySchema,
  KeySchema,
  LeakedKeyRevocationSchema,
  LeakedKeySchema,
  NewKeySchema,
  RevocationSchema,
  RollKeySchema,
} from "./keys.ts";
import { MetadataSchema } from "./metadata.ts";
import {
  AwardOfferSchema,
  BaggageSchema,
  CashOfferSchema,
  FareSegmentSchema,
  OfferDifferenceSchema,
  OfferSchema,
} from "./offer.ts";
import { OfferResponseSchema } from "./offer-response.ts";
import { PlaceReferenceSchema, PlaceSchema, PlacesResponseSchema } from "./places.ts";
import { ChargeSchema, MoneySchema } from "./price.ts";
import { BookingConflictSchema, FieldErrorSchema, ProblemSchema } from "./problem.ts";
import { AircraftDetailSchema, AirlineDetailSchema, CurrencyDetailSchema, ProgramDetailSchema } from "./reference.ts";
import { LoggedRequestSchema } from "./requests.ts";
import { ScoreOptionSchema } from "./score.ts";
import { SearchRequestSchema, TimeWindowSchema, TravelersSchema, WeightsSchema } from "./search-request.ts";
import {
  NormalizedRequestSchema,
  ScoredSearchResponseSchema,
  SearchResponseSchema,
  SupplySchema,
} from "./search-response.ts";
import { AdvanceTestClockSchema, TestClockSchema } from "./test-clock.ts";
import { CurrentUsageSchema, UsageSchema } from "./usage.ts";
import { AttemptSchema, DeliveryDetailSchema, DeliverySchema, EventTypeSchema } from "./webhook-deliveries.ts";
import {
  ChangeWebhookSchema,
  CreateWebhookSchema,
  DeletedWebhookSchema,
  NewWebhookSchema,
  ReplaySchema,
  ReplayStartedSchema,
  ReplayWebhookSchema,
  WebhookSchema,
  WebhookTestSchema,
} from "./webhooks.ts";

/** Schemas referenced by name, in the order of the OpenAPI document. */
export const namedSchemas: readonly TSchema[] = [
  SearchRequestSchema,
  TravelersSchema,
  TimeWindowSchema,
  WeightsSchema,
  NormalizedRequestSchema,
  SearchResponseSchema,
  ScoredSearchResponseSchema,
  OfferResponseSchema,
  FlightSchema,
  SliceSchema,
  SegmentSchema,
  LayoverSchema,
  OfferSchema,
  CashOfferSchema,
  FareSegmentSchema,
  BaggageSchema,
  AwardOfferSchema,
  OfferDifferenceSchema,
  EmissionsSchema,
  MetadataSchema,
  MoneySchema,
  ChargeSchema,
  ScoreOptionSchema,
  DictionariesSchema,
  PlaceNameSchema,
  ProgramSchema,
  SupplySchema,
  PlaceReferenceSchema,
  PlaceSchema,
  PlacesResponseSchema,
  ProgramDetailSchema,
  AirlineDetailSchema,
  AircraftDetailSchema,
  CurrencyDetailSchema,
  KeySchema,
  NewKeySchema,
  CreateKeySchema,
  ChangeKeySchema,
  RollKeySchema,
  RevocationSchema,
  LeakedKeySchema,
  LeakedKeyRevocationSchema,
  AccountSchema,
  ChangeAccountSchema,
  ApplicationSchema,
  CreateApplicationSchema,
  ChangeApplicationSchema,
  DeletedApplicationSchema,
  AuditEventSchema,
  WebhookSchema,
  NewWebhookSchema,
  CreateWebhookSchema,
  ChangeWebhookSchema,
  DeletedWebhookSchema,
  WebhookTestSchema,
  ReplayWebhookSchema,
  ReplayStartedSchema,
  ReplaySchema,
  DeliverySchema,
  DeliveryDetailSchema,
  AttemptSchema,
  EventSchema,
  EventTypeSchema,
  TestClockSchema,
  AdvanceTestClockSchema,
  BookingSchema,
  CreateBookingSchema,
  TravelerSchema,
  ContactSchema,
  RefundSchema,
  UsageSchema,
  CurrentUsageSchema,
  LoggedRequestSchema,
  PlanSchema,
  SubscriptionSchema,
  RedeemedCouponSchema,
  ChangeSubscriptionSchema,
  PreviewSubscriptionSchema,
  SubscriptionPreviewSchema,
  SubscriptionChangeSchema,
  InvoiceSchema,
  InvoiceLineSchema,
  CreditNoteSchema,
  CreditBalanceSchema,
  CreditEntrySchema,
  RedeemCouponSchema,
  SpendSchema,
  ProblemSchema,
  BookingConflictSchema,
  FieldErrorSchema,
];
