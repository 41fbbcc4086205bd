import { WayfareError } from "./errors.ts";

/** Some rows of a list, newest first. */
export interface Page<Row> {
  data: Row[];
  /** `cursor` of the next page; null on the last. */
  nextCursor: string | null;
}

/** Reads one page: the first of those asked for where there is no cursor. */
export type ReadPage<Row> = (next: { cursor?: string }) => Promise<Page<Row>>;

/**
 * A list, to be awaited for one page or iterated for every row of this page and those that follow.
 *
 * Nothing is asked before it is awaited or iterated. Awaiting twice asks once; every iteration begins anew and asks for a
 * page when its first row is needed.
 */
export class Pages<Row> implements Promise<Page<Row>>, AsyncIterable<Row> {
  readonly [Symbol.toStringTag] = "Pages";
  readonly #read: ReadPage<Row>;
  #first: Promise<Page<Row>> | undefined;

  constructor(read: ReadPage<Row>) {
    this.#read = read;
  }

  /** Every page, this one first. */
  async *byPage(): AsyncGenerator<Page<Row>, void, undefined> {
    let page = await this.#read({});
    yield page;
    while (page.nextCursor !== null) {
      const cursor = page.nextCursor;
      page = await this.#read({ cursor });
      if (page.nextCursor === cursor) throw new WayfareError("The list goes on where it began, and would never end.");
      yield page;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Row, void, undefined> {
    for await (const page of this.byPage()) yield* page.data;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- to be awaited is what it is for
  then<Kept = Page<Row>, Failed = never>(
    onKept?: ((page: Page<Row>) => Kept | PromiseLike<Kept>) | null,
    onFailed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Kept | Failed> {
    return this.#page().then(onKept, onFailed);
  }

  catch<Failed = never>(
    onFailed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Page<Row> | Failed> {
    return this.#page().catch(onFailed);
  }

  finally(onEnd?: (() => void) | null): Promise<Page<Row>> {
    return this.#page().finally(onEnd);
  }

  #page(): Promise<Page<Row>> {
    this.#first ??= this.#read({});
    return this.#first;
  }
}
