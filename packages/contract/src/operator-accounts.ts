import { type Static, Type } from "typebox";
import { planName } from "./billing.ts";
import { keyId } from "./keys.ts";
import { currencies } from "./money.ts";
import { billingCurrency } from "./plans.ts";
import { email } from "./portal.ts";
import { nameTextPattern, nullable, oneOf, ref, storableTextPattern } from "./schema.ts";
import { idOf, instant, searchText } from "./wire-values.ts";

/** `closing`: usable until `closesAt`. Access of `suspended` and `closed` accounts is refused. */
export const accountStatuses = ["active", "suspended", "closing", "closed"] as const;
export type AccountStatus = (typeof accountStatuses)[number];

/** Default and maximum of the grace period of a closure, in days. */
export const closingDays = { default: 30, max: 365 } as const;

export const accountName = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: nameTextPattern,
  description: "Display name.",
  examples: ["Example Travel"],
});

const plan = planName("Plan of live data.");

const reason = Type.String({
  minLength: 1,
  maxLength: 500,
  pattern: storableTextPattern,
  description: "Reason, shown to operators and in the audit logs of both accounts.",
  examples: ["Unpaid invoices"],
});

const accountMembers = {
  id: idOf("acct", "Id of the account."),
  name: accountName,
  status: oneOf(accountStatuses, {
    description:
      "Status of the account. Access of `suspended` and `closed` accounts is refused; a `closing` account works until `closesAt`, unless `suspendedAt` is set.",
    examples: ["active"],
  }),
  plan,
  currency: oneOf(currencies, {
    description: "Currency of the plans, invoices and credit.",
    examples: [billingCurrency],
  }),
  isOperator: Type.Boolean({
    description: "True for the account of the operators. It cannot be suspended or closed.",
    examples: [false],
  }),
  createdAt: instant("Time of creation."),
  suspendedAt: nullable(instant("Time of the suspension; null if the account is not suspended.")),
  suspensionReason: nullable(reason),
  closesAt: nullable(instant("End of the grace period of the closure; null if the account is not being closed.")),
  erasedAt: nullable(instant("Time at which the erasure of the account's personal data began; null if it did not.")),
};

export const CustomerAccountSchema = Type.Object(accountMembers, {
  $id: "CustomerAccount",
  description: "An account of the deployment, as operators see it.",
});

export const CreateCustomerAccountSchema = Type.Object(
  {
    name: accountName,
    ownerEmail: {
      ...email,
      description: "Email address of the first owner, who gets the invitation link by mail, or from you without SMTP.",
    },
    plan: Type.Optional({ ...plan, default: "free" }),
    currency: Type.Optional({
      ...accountMembers.currency,
      description:
        "Currency of the plans, invoices and credit. It cannot be changed. The account can have only plans with prices in this currency, and `free`.",
      default: billingCurrency,
    }),
    keys: Type.Optional(
      Type.Array(oneOf(["test", "live"], { description: "Kind of key.", examples: ["live"] }), {
        maxItems: 2,
        uniqueItems: true,
        description:
          "Kinds of first keys to create, one each, with all scopes of an account. Their secrets are only in this response. Omit it if the owner creates the keys in the portal.",
        examples: [["test", "live"]],
      }),
    ),
  },
  { $id: "CreateCustomerAccount", additionalProperties: false, description: "Parameters of a new account." },
);

export const FirstKeySchema = Type.Object(
  {
    id: keyId,
    environment: oneOf(["test", "live"], { description: "Kind of key.", examples: ["live"] }),
    secret: Type.String({ description: "Raw key. Returned only in this response.", examples: ["key_live_…"] }),
  },
  { $id: "FirstKey", description: "First key of a new account." },
);

export const OwnerInvitationSchema = Type.Object(
  {
    email,
    url: Type.String({
      description: "One-time link with which the owner signs in. Returned only in this response.",
      examples: ["https://flights.example.com/sign-in#…"],
    }),
    expiresAt: instant("Time at which the link expires."),
    mailed: Type.Boolean({
      description: "True if the link is sent to the owner by mail. Otherwise send it yourself.",
      examples: [false],
    }),
  },
  { $id: "OwnerInvitation", description: "Invitation of the first owner of an account." },
);

export const NewCustomerAccountSchema = Type.Object(
  {
    ...accountMembers,
    invitation: Type.Optional(ref(OwnerInvitationSchema)),
    keys: Type.Optional(Type.Array(ref(FirstKeySchema), { description: "First keys, in the requested order." })),
    secretOmitted: Type.Optional(
      Type.Boolean({
        description: "True on an idempotent replay, which cannot return the link and the keys.",
        examples: [true],
      }),
    ),
  },
  { $id: "NewCustomerAccount", description: "New account, with the invitation of its owner and its first keys." },
);

export const ChangeCustomerAccountSchema = Type.Object(
  { name: Type.Optional(accountName) },
  { $id: "ChangeCustomerAccount", additionalProperties: false, description: "Changes to an account." },
);

export const SuspendAccountSchema = Type.Object(
  { reason },
  { $id: "SuspendAccount", additionalProperties: false, description: "Reason of a suspension." },
);

export const CloseAccountSchema = Type.Object(
  {
    graceDays: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: closingDays.max,
        default: closingDays.default,
        description: "Days until the account is closed. Until then it works and can be resumed. 0 closes it at once.",
        examples: [30],
      }),
    ),
  },
  { $id: "CloseAccount", additionalProperties: false, description: "Grace period of a closure." },
);

export const SetAccountPlanSchema = Type.Object(
  { plan },
  { $id: "SetAccountPlan", additionalProperties: false, description: "New plan of an account." },
);

export const EraseAccountSchema = Type.Object(
  {
    confirmName: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        pattern: storableTextPattern,
        description: "Name of the account. Required for an account that is not closed, which is then closed at once.",
        examples: ["Example Travel"],
      }),
    ),
    dryRun: Type.Optional(
      Type.Boolean({ default: false, description: "True to count the rows without erasing them.", examples: [true] }),
    ),
  },
  { $id: "EraseAccount", additionalProperties: false, description: "Confirmation of the erasure of an account." },
);

const erasedRows = Type.Record(Type.String(), Type.Integer({ minimum: 0, description: "Number of rows." }), {
  description:
    "Number of deleted or blanked rows by table. A dry run counts up to 1,000,000 rows of a table that would be deleted or blanked.",
  examples: [{ bookings: 12, requests: 3400 }],
});

export const ErasureSchema = Type.Object(
  {
    id: nullable(idOf("ers", "Id of the erasure; null for a dry run.")),
    accountId: idOf("acct", "Account whose data is erased."),
    subject: Type.Object(
      {
        type: oneOf(["account", "user"], { description: "Kind of subject.", examples: ["account"] }),
        id: Type.String({ description: "Id of the account or user.", examples: ["acct_01kahz2j7p3v8c5m9n4q6r7s8t"] }),
      },
      { description: "Account or user whose personal data is erased." },
    ),
    status: oneOf(["dry_run", "running", "completed"], {
      description:
        "`dry_run` if nothing was erased; `running` until a pass over all tables finds the rows that requests in progress and the usage journal wrote after the request, half an hour later.",
      examples: ["running"],
    }),
    requestedAt: nullable(instant("Time of the request; null for a dry run.")),
    completedAt: nullable(instant("Time of completion; null before.")),
    rows: erasedRows,
  },
  { $id: "Erasure", description: "Erasure of personal data." },
);

export const customerAccountQuery = {
  search: Type.Optional(searchText("Only accounts whose name or id contains this text. Case-insensitive.")),
  status: Type.Optional(
    oneOf(accountStatuses, { description: "Only accounts with this status.", examples: ["suspended"] }),
  ),
  plan: Type.Optional({ ...plan, description: "Only accounts with this plan." }),
};

export type CustomerAccount = Static<typeof CustomerAccountSchema>;
export type NewCustomerAccount = Static<typeof NewCustomerAccountSchema>;
export type EraseAccount = Static<typeof EraseAccountSchema>;
export type Erasure = Static<typeof ErasureSchema>;
export type CreateCustomerAccount = Static<typeof CreateCustomerAccountSchema>;
