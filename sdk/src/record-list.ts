import type { Answer } from './transport.ts';

/** Fetches one page. Its number counts from one. */
type FetchPage = (page: number, limit: number) => Promise<Answer>;

const DEFAULT_PAGE_SIZE = 100;

/**
 * A list that is read page by page while it is iterated, to its end. Records that are added meanwhile move others to
 * the next page, so a record whose guid has been seen is left out.
 */
export class RecordList<Item> implements AsyncIterable<Item> {
  readonly #fetchPage: FetchPage;
  readonly #firstPage: number;
  readonly #limit: number;

  constructor(fetchPage: FetchPage, { limit, page }: { limit?: unknown; page?: unknown }) {
    this.#fetchPage = fetchPage;
    this.#firstPage = Number(page ?? 1);
    this.#limit = Number(limit ?? DEFAULT_PAGE_SIZE);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    const seen = new Set<unknown>();
    for (let page = this.#firstPage; ; page++) {
      const answer = await this.#fetchPage(page, this.#limit);
      const rows = answer.result as Awaited<Item>[];
      for (const row of rows) {
        const { guid } = row as { guid?: unknown };
        if (guid !== undefined && seen.has(guid)) continue;
        seen.add(guid);
        yield row;
      }
      if (this.#isLast(answer, rows.length, page)) return;
    }
  }

  /** All records in one array. */
  async toArray(): Promise<Item[]> {
    const all: Item[] = [];
    for await (const one of this) all.push(one);
    return all;
  }

  #isLast({ hasMore, total }: Answer, rows: number, page: number): boolean {
    if (rows === 0) return true;
    if (typeof hasMore === 'boolean') return !hasMore;
    if (typeof total === 'number') return page * this.#limit >= total;
    return rows < this.#limit;
  }
}
