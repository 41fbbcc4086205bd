/** What somebody gave up on when a proof of who is there was due: their own doing, and so no error to show. */
export class StepUpCancelled extends Error {}
