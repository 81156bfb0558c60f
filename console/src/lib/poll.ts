/** Longest pause between two reads. */
const LONGEST_MS = 60_000;
/** Reads without news after which the pause doubles. */
const PATIENCE = 12;

/** What is read of a query. */
interface Polled<Data> {
  state: { data: Data | undefined; dataUpdatedAt: number; errorUpdatedAt: number; status: string };
}

/** By query: what it had at last, and how many reads have brought nothing new since. */
const seen = new WeakMap<object, { data: unknown; at: number; quiet: number }>();

/**
 * For `refetchInterval`: reads again every `intervalMs` milliseconds while `isNeeded`, less and less often while nothing changes or the
 * API fails, down to once a minute. Nothing is read while the page is hidden; a page that is looked at again reads at once.
 */
export function pollEvery<Data>(intervalMs: number, isNeeded?: (data: Data) => boolean) {
  return (query: Polled<Data>): number | false => {
    const { data, dataUpdatedAt, errorUpdatedAt, status } = query.state;
    if (isNeeded && (data === undefined || !isNeeded(data))) return false;
    const at = Math.max(dataUpdatedAt, errorUpdatedAt);
    const before = seen.get(query);
    // Data that are equal stay the same object.
    const isNews = before === undefined || (status !== 'error' && before.data !== data);
    const isRead = before !== undefined && before.at !== at;
    const quiet = isNews ? 0 : before.quiet + (isRead ? (status === 'error' ? PATIENCE : 1) : 0);
    seen.set(query, { data, at, quiet });
    return Math.min(LONGEST_MS, intervalMs * 2 ** Math.floor(quiet / PATIENCE));
  };
}
