import { WayfareError } from "./errors.ts";

/** One page of a list, newest first. */
export interface Page<Row> {
  data: Row[];
  /** Cursor of the next page; null on the last page. */
  nextCursor: string | null;
}

/** Requests one page: the first without a cursor. */
export type FetchPage<Row> = (next: { cursor?: string }) => Promise<Page<Row>>;

/**
 * Paginated list. Await it for the first page, or iterate with `for await` over the rows of all pages.
 *
 * No request is sent before it is awaited or iterated. Awaiting it again reuses the first page. Every iteration starts at
 * the first page and requests further pages as needed.
 */
export class Pages<Row> implements Promise<Page<Row>>, AsyncIterable<Row> {
  readonly [Symbol.toStringTag] = "Pages";
  readonly #fetchPage: FetchPage<Row>;
  #first: Promise<Page<Row>> | undefined;

  constructor(fetchPage: FetchPage<Row>) {
    this.#fetchPage = fetchPage;
  }

  /** Iterates over the pages instead of their rows. */
  async *byPage(): AsyncGenerator<Page<Row>, void, undefined> {
    let page = await this.#fetchPage({});
    yield page;
    while (page.nextCursor !== null) {
      const cursor = page.nextCursor;
      page = await this.#fetchPage({ cursor });
      if (page.nextCursor === cursor)
        throw new WayfareError("The service returned the same cursor twice, so the list would never end.");
      yield page;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Row, void, undefined> {
    for await (const page of this.byPage()) yield* page.data;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- a list can be awaited
  then<Fulfilled = Page<Row>, Rejected = never>(
    onFulfilled?: ((page: Page<Row>) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.#page().then(onFulfilled, onRejected);
  }

  catch<Rejected = never>(
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Page<Row> | Rejected> {
    return this.#page().catch(onRejected);
  }

  finally(onFinally?: (() => void) | null): Promise<Page<Row>> {
    return this.#page().finally(onFinally);
  }

  #page(): Promise<Page<Row>> {
    this.#first ??= this.#fetchPage({});
    return this.#first;
  }
}
