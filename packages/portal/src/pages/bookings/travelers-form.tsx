import type { Contact, NormalizedRequest, Traveler } from "@wayfare/sdk";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/field.tsx";
import { Select } from "../../components/select.tsx";
import { readText } from "../../data/form-text.ts";

/** Travelers and contact of a booking, as entered. */
export interface Given {
  travelers: Traveler[];
  contact: Contact;
}

interface TravelersFormProps {
  request: NormalizedRequest;
  /** Data of each traveler that the offer requires. */
  requires: readonly string[];
  given: Given | null;
  onSubmit: (given: Given) => void;
}

/** Form of the travelers of an offer, with the data that it requires. */
export function TravelersForm({ request, requires, given, onSubmit }: TravelersFormProps) {
  const types = listTypes(request);
  return (
    <form
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(readGiven(new FormData(event.currentTarget), { types, requires }));
      }}
    >
      {types.map((type, at) => (
        <fieldset key={`${at} ${type}`} className="flex flex-col gap-4">
          <legend className="pb-2 text-14 font-semibold">
            Traveler {at + 1}, {typeNames[type]}
          </legend>
          <div className="grid gap-4 wide:grid-cols-2">
            <TextField
              label="Given names"
              name={`givenName${at}`}
              defaultValue={given?.travelers[at]?.givenName}
              required
              maxLength={100}
            />
            <TextField
              label="Family name"
              name={`familyName${at}`}
              defaultValue={given?.travelers[at]?.familyName}
              required
              maxLength={100}
            />
            <TextField
              label="Date of birth"
              name={`bornOn${at}`}
              type="date"
              min="1900-01-01"
              max={request.departureDate}
              defaultValue={given?.travelers[at]?.bornOn}
              required
            />
            <RequiredFields at={at} requires={requires} traveler={given?.travelers[at]} />
          </div>
        </fieldset>
      ))}
      <fieldset className="flex flex-col gap-4">
        <legend className="pb-2 text-14 font-semibold">Contact</legend>
        <div className="grid gap-4 wide:grid-cols-2">
          <TextField label="Email" name="email" type="email" defaultValue={given?.contact.email} required />
          <TextField
            label="Phone"
            name="phone"
            type="tel"
            placeholder="+442079460123"
            defaultValue={given?.contact.phone}
            required
            hint="With the country code."
          />
        </div>
      </fieldset>
      <div>
        <Button kind="primary" type="submit">
          Review
        </Button>
      </div>
    </form>
  );
}

function listTypes({ travelers }: NormalizedRequest): Traveler["type"][] {
  const counts = [
    ["adult", travelers.adults],
    ["youth", travelers.youths],
    ["child", travelers.children],
    ["infant_in_seat", travelers.infantsInSeat],
    ["infant", travelers.infants],
  ] as const;
  return counts.flatMap(([type, count]) => Array.from({ length: count }, () => type));
}

const typeNames: Readonly<Record<Traveler["type"], string>> = {
  adult: "adult",
  youth: "youth, 12 to 17 on the last flight",
  child: "child, 2 to 11 on the last flight",
  infant_in_seat: "infant with a seat, under 2 on the last flight",
  infant: "infant on a lap, under 2 on the last flight",
};

/** Fields that only some suppliers require. */
function RequiredFields({
  at,
  requires,
  traveler,
}: {
  at: number;
  requires: readonly string[];
  traveler: Traveler | undefined;
}) {
  return (
    <>
      {requires.includes("title") && (
        <ChoiceField label="Title" name={`title${at}`} choices={titles} defaultValue={traveler?.title} />
      )}
      {requires.includes("gender") && (
        <ChoiceField label="Gender" name={`gender${at}`} choices={genders} defaultValue={traveler?.gender} />
      )}
      {requires.includes("document") && (
        <>
          <TextField
            label="Passport number"
            name={`number${at}`}
            pattern="[A-Za-z0-9]{3,20}"
            defaultValue={traveler?.document?.number}
            required
          />
          <TextField
            label="Issuing country"
            name={`issuingCountry${at}`}
            pattern="[A-Z]{2}"
            placeholder="GB"
            hint="Two letters."
            defaultValue={traveler?.document?.issuingCountry}
            required
          />
          <TextField
            label="Valid until"
            name={`expiresOn${at}`}
            type="date"
            defaultValue={traveler?.document?.expiresOn}
            required
          />
        </>
      )}
    </>
  );
}

const titles = { ms: "Ms", mr: "Mr", mrs: "Mrs", miss: "Miss", dr: "Dr" } as const;
const genders = { female: "Female", male: "Male" } as const;

interface ChoiceFieldProps {
  label: string;
  name: string;
  choices: Readonly<Record<string, string>>;
  defaultValue: string | undefined;
}

/** Native select of a form that reads its values when it is submitted. */
function ChoiceField({ label, name, choices, defaultValue }: ChoiceFieldProps) {
  const [value, setValue] = useState(defaultValue ?? "");
  const listed = Object.entries(choices).map(([choice, text]) => ({ value: choice, label: text }));
  return (
    <Select
      label={label}
      name={name}
      required
      value={value}
      choices={[{ value: "", label: "Choose" }, ...listed]}
      onChange={setValue}
    />
  );
}

function readGiven(
  form: FormData,
  { types, requires }: { types: readonly Traveler["type"][]; requires: readonly string[] },
): Given {
  const read = (name: string) => readText(form, name).trim();
  return {
    travelers: types.map((type, at): Traveler => {
      const title = readChoice(titles, read(`title${at}`));
      const gender = readChoice(genders, read(`gender${at}`));
      return {
        type,
        givenName: read(`givenName${at}`),
        familyName: read(`familyName${at}`),
        bornOn: read(`bornOn${at}`),
        ...(title === undefined ? {} : { title }),
        ...(gender === undefined ? {} : { gender }),
        ...(requires.includes("document") && {
          document: {
            type: "passport" as const,
            number: read(`number${at}`),
            issuingCountry: read(`issuingCountry${at}`),
            expiresOn: read(`expiresOn${at}`),
          },
        }),
      };
    }),
    contact: { email: readText(form, "email").trim(), phone: readText(form, "phone").replaceAll(/[\s()-]/g, "") },
  };
}

function readChoice<Value extends string>(choices: Readonly<Record<Value, string>>, text: string): Value | undefined {
  return Object.keys(choices).find((choice): choice is Value => choice === text);
}
