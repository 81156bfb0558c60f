const keptRequests = 200;

/** One request for the page of a listing, or for one of its images. */
export interface RequestSummary {
  at: string;
  path: string;
  listing: string;
  /** null: the connection was closed without an answer. */
  status: number | null;
  if_none_match: string | null;
  /** The failure that was played, null for an honest answer. */
  fault: string | null;
}

/** What was asked of the sandbox, in bounded memory. */
export class RequestLog {
  #count = 0;
  readonly #last: RequestSummary[] = [];

  add(request: Omit<RequestSummary, 'at'>): void {
    this.#count += 1;
    this.#last.push({ at: new Date().toISOString(), ...request });
    if (this.#last.length > keptRequests) this.#last.shift();
  }

  /** How many there were, and the last `limit` of them, oldest first; of one listing, among the last 200, when it is named. */
  summary(limit: number, listing: string | null): { count: number; last: RequestSummary[] } {
    const found = listing === null ? this.#last : this.#last.filter((request) => request.listing === listing);
    return { count: listing === null ? this.#count : found.length, last: limit > 0 ? found.slice(-limit) : [] };
  }
}
