import type { Static, TSchema } from "typebox";
import { Compile } from "typebox/compile";
import type { TLocalizedValidationError } from "typebox/error";

/** Checks values of a schema. */
interface LazyValidator<Schema extends TSchema> {
  check(value: unknown): value is Static<Schema>;
  listErrors(value: unknown): TLocalizedValidationError[];
}

/** Returns a validator that is compiled at its first use: every search thread loads all adapters, and most threads call few. */
export function validatorOf<Schema extends TSchema>(schema: Schema): LazyValidator<Schema> {
  let compiled: ReturnType<typeof Compile<Schema>> | undefined;
  const compile = () => (compiled ??= Compile(schema));
  return {
    check: (value): value is Static<Schema> => compile().Check(value),
    listErrors: (value) => compile().Errors(value),
  };
}
