/**
 * Waits for what happens in the background, and answers what `check` does once it does not throw. Only a failure takes
 * the whole of the time: it is long, because how fast a machine is must decide nothing.
 */
export declare function eventually<T>(check: () => T | Promise<T>): Promise<T>;
