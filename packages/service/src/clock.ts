/** The only source of the present instant, so that tests can hold it still. */
export interface Clock {
  nowMs(): number;
}

export const systemClock: Clock = { nowMs: () => Date.now() };
