import { readFileSync } from 'node:fs';
import type { Route } from '../route.ts';

/** The example of a route in the document; `npm run examples` takes it from the acceptance tests. */
interface Example {
  request?: unknown;
  response?: unknown;
}

const EXAMPLES = JSON.parse(readFileSync(new URL('./examples.json', import.meta.url), 'utf8')) as Record<
  string,
  Example
>;

/** The example of a route; empty where there is none. */
export function exampleOf({ method, path }: Pick<Route, 'method' | 'path'>): Example {
  return EXAMPLES[`${method} ${path}`] ?? {};
}
