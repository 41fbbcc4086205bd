import { createContext } from "react";

/** Milliseconds that the clock of the page's times is ahead of real time: the offset of the test clock for test data. */
export const ClockOffset = createContext(0);
