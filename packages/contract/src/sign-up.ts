import { type Static, Type } from "typebox";
import { accountName } from "./operator-accounts.ts";
import { email, PortalSessionSchema, password, userName } from "./portal.ts";
import { nullable, oneOf } from "./schema.ts";
import { idOf, instant } from "./wire-values.ts";

/** Schemas of sign-up and of password resets: those of the portal, then those of operators. */

const closed = { additionalProperties: false };
const token = Type.String({ minLength: 1, maxLength: 200 });

/** Ways to create an account without an operator: none, by an invitation of an operator, or for everyone. */
export const signUpModes = ["closed", "invite", "open"] as const;
export type SignUpMode = (typeof signUpModes)[number];

export const SignUpOptionsSchema = Type.Object({
  signUp: oneOf(signUpModes, { description: "Ways to create an account." }),
  mail: Type.Boolean({ description: "True if the service sends mails, such as links to reset a password." }),
});
export const SignUpSchema = Type.Object({ name: userName, accountName, email, password }, closed);
export const SignUpTokenSchema = Type.Object({ token }, closed);
export const PendingSignUpSchema = Type.Object({
  kind: oneOf(["confirmation", "invitation"], {
    description:
      "`confirmation` of a sign-up, or `invitation` of an operator, whose recipient has to choose all values.",
  }),
  email,
});
export const CompleteSignUpSchema = Type.Object(
  { token, password, name: Type.Optional(userName), accountName: Type.Optional(accountName) },
  closed,
);
export const CompletedSignUpSchema = Type.Object({
  session: PortalSessionSchema,
  key: Type.Object(
    { id: Type.String(), secret: Type.String() },
    { description: "First test key. Returned only in this response." },
  ),
});
export const RequestPasswordResetSchema = Type.Object({ email }, closed);
export const ResetPasswordSchema = Type.Object({ token, password }, closed);

const invitationMembers = {
  id: idOf("sgn", "Id of the invitation."),
  email,
  createdAt: instant("Time of creation."),
  expiresAt: instant("Time at which the link expires.", "2026-11-28T07:33:00.000Z"),
};

export const SignUpInvitationSchema = Type.Object(invitationMembers, {
  $id: "SignUpInvitation",
  description: "Open invitation of a customer to create an account.",
});

export const CreateSignUpInvitationSchema = Type.Object(
  { email },
  { $id: "CreateSignUpInvitation", additionalProperties: false, description: "Recipient of an invitation." },
);

export const NewSignUpInvitationSchema = Type.Object(
  {
    ...invitationMembers,
    mailed: Type.Boolean({
      description: "True if the link is sent to the recipient by mail. Otherwise send it yourself.",
      examples: [false],
    }),
    url: Type.Optional(
      Type.String({
        description: "One-time link with which the recipient creates the account. Returned only in this response.",
        examples: ["https://flights.example.com/sign-up#…"],
      }),
    ),
    secretOmitted: Type.Optional(
      Type.Boolean({ description: "True on an idempotent replay, which cannot return the link.", examples: [true] }),
    ),
  },
  { $id: "NewSignUpInvitation", description: "New invitation with its link." },
);

export const DeletedSignUpInvitationSchema = Type.Object(
  { id: invitationMembers.id, deletedAt: instant("Time of deletion.") },
  { $id: "DeletedSignUpInvitation", description: "Withdrawn invitation." },
);

export const CreatePasswordResetSchema = Type.Object(
  { email },
  { $id: "CreatePasswordReset", additionalProperties: false, description: "User whose password is to be reset." },
);

export const PasswordResetSchema = Type.Object(
  {
    email,
    mailed: Type.Boolean({ description: "True if the link is sent to the user by mail.", examples: [false] }),
    url: nullable(
      Type.String({
        description:
          "One-time link with which the user chooses a new password; null if it is mailed. Returned only in this response.",
        examples: ["https://flights.example.com/reset-password#…"],
      }),
    ),
    expiresAt: instant("Time at which the link expires.", "2026-11-22T07:33:00.000Z"),
  },
  { $id: "PasswordReset", description: "Link with which a user chooses a new password." },
);

export type SignUpOptions = Static<typeof SignUpOptionsSchema>;
export type SignUp = Static<typeof SignUpSchema>;
export type PendingSignUp = Static<typeof PendingSignUpSchema>;
export type CompleteSignUp = Static<typeof CompleteSignUpSchema>;
export type CompletedSignUp = Static<typeof CompletedSignUpSchema>;
export type SignUpInvitation = Static<typeof SignUpInvitationSchema>;
export type NewSignUpInvitation = Static<typeof NewSignUpInvitationSchema>;
export type PasswordReset = Static<typeof PasswordResetSchema>;
