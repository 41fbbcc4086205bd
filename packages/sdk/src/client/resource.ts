import type { Send } from "./send.ts";

/** A group of operations, as a member of the client. */
export abstract class Resource {
  protected readonly send: Send;

  constructor(send: Send) {
    this.send = send;
  }
}
