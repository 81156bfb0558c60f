import type { Page, Request } from 'playwright-core';
import { waitUntil } from './wait-until.ts';

/** A request of a page to the API. */
interface Call {
  name: string;
  from: number;
  /** Infinity while it is open. */
  to: number;
}

/** What a page asks the API for: counted, and how many follow each other. Event streams are open as long as the page. */
export class Traffic {
  readonly #calls = new Map<Request, Call>();

  /** Follows what a page asks from now on. */
  constructor(page: Page) {
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (!pathname.startsWith('/api/v1/')) return;
      const name = `${request.method()} ${pathname.slice('/api/v1'.length)}${search}`;
      this.#calls.set(request, { name, from: performance.now(), to: Number.POSITIVE_INFINITY });
    });
    const end = (request: Request) => {
      const call = this.#calls.get(request);
      if (call) call.to = performance.now();
    };
    page.on('requestfinished', end);
    page.on('requestfailed', end);
  }

  /** Forgets what was asked so far. */
  clear(): void {
    this.#calls.clear();
  }

  /** Waits until the page has asked for all that it shows. */
  async settled(page: Page): Promise<void> {
    const isQuiet = () =>
      [...this.#calls.values()].every(({ name, to }) => to < Number.POSITIVE_INFINITY || isStream(name));
    let seen = -1;
    await waitUntil('no further requests', async () => {
      if (!isQuiet() || this.#calls.size !== seen) {
        seen = this.#calls.size;
        // What an answer makes the page ask for is asked when the page is idle again.
        for (let time = 0; time < 3; time += 1)
          await page.evaluate('new Promise((resolve) => requestIdleCallback(() => requestAnimationFrame(resolve)))');
        return false;
      }
      return true;
    });
  }

  /** The requests, and the longest chain of requests of which each began after the one before had ended. */
  summary(): { calls: string[]; chain: number } {
    const calls = [...this.#calls.values()];
    const depths: number[] = [];
    for (const [index, { from }] of calls.entries()) {
      const before = depths.filter((_depth, other) => other < index && (calls[other]?.to ?? 0) <= from);
      depths.push(1 + Math.max(0, ...before));
    }
    return { calls: calls.map(({ name }) => name), chain: Math.max(0, ...depths) };
  }
}

/** Event streams stay open. */
function isStream(name: string): boolean {
  return /\/(events|stream)(\?|$)/.test(name);
}
