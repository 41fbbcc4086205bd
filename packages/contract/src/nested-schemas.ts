/**
 * Objects inside named schemas that have a schema of their own in the OpenAPI document: its name, by schema and member. Objects of the
 * same shape share one.
 */
export const nestedSchemas: Readonly<Record<string, string>> = {
  "AuditEvent.actor": "AuditActor",
  "AuditEvent.subject": "AuditSubject",
  "AwardOffer.chart": "AwardChart",
  "AwardOffer.perTraveler": "AwardPricePerTraveler",
  "CashOffer.perTraveler": "CashPricePerTraveler",
  "CurrentUsage.operations": "OperationCount",
  "CurrentUsage.period": "Period",
  "CurrentUsage.plan": "UsagePlan",
  "Invoice.period": "Period",
  "InvoiceLine.period": "Period",
  "Layover.airportChange": "AirportChange",
  "NormalizedRequest.travelers": "TravelerCounts",
  "Plan.keyLimits": "KeyLimits",
  "Program.transferPartners": "TransferPartner",
  "Program.valueCents": "MileValue",
  "ScoreOption.components": "ScoreComponents",
  "Spend.period": "Period",
  "Spend.searches": "SpendSearches",
  "Subscription.period": "Period",
  "SubscriptionPreview.period": "Period",
};
