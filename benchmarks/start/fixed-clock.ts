/**
 * Loaded into a service by `--import`, before anything else and in each of its threads: its clock stands at `FIXED_CLOCK_MS`, so that equal
 * requests have equal answers. Timers are not changed.
 */
const fixedMs = Number(process.env.FIXED_CLOCK_MS);
if (!Number.isSafeInteger(fixedMs)) throw new Error("FIXED_CLOCK_MS must be the milliseconds of a time");

globalThis.Date = new Proxy(Date, {
  construct: (target, parameters, made) =>
    Reflect.construct(target, parameters.length === 0 ? [fixedMs] : parameters, made),
  apply: (target) => new target(fixedMs).toString(),
  get: (target, property, receiver) => (property === "now" ? () => fixedMs : Reflect.get(target, property, receiver)),
});
