import { readFileSync } from 'node:fs';
import type { Route } from '../route.ts';

/** What the document shows of a route; taken from the acceptance tests by `npm run examples`. */
interface Example {
  request?: unknown;
  response?: unknown;
}

const EXAMPLES = JSON.parse(readFileSync(new URL('./examples.json', import.meta.url), 'utf8')) as Record<
  string,
  Example
>;

/** The example of a route; without parts where there is none. */
export function exampleOf({ method, path }: Pick<Route, 'method' | 'path'>): Example {
  return EXAMPLES[`${method} ${path}`] ?? {};
}
