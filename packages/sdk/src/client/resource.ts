import type { Send } from "./send.ts";

/** Base class of a group of operations, such as `wayfare.keys`. */
export abstract class Resource {
  protected readonly send: Send;

  constructor(send: Send) {
    this.send = send;
  }
}
