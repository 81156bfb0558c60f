import { readFileSync } from 'node:fs';
import type { Route, Tag } from '../route.ts';

/**
 * The method name in generated clients: the route's, or derived from the operation's. `executions.list` becomes
 * listExecutions, `webhooks.rotate_secret` rotateWebhookSecret.
 */
export function operationIdOf({ operationId, operation }: Route): string {
  if (operationId !== undefined) return operationId;
  const [area = '', action = ''] = operation.name.split('.');
  const [verb = '', ...object] = action.split(/[_-]/);
  const noun = verb === 'list' && object.length === 0 ? area : singular(area);
  return verb + [...noun.split('_'), ...object].map(capitalized).join('');
}

function singular(area: string): string {
  return area.replace(/ies$/, 'y').replace(/s$/, '');
}

/** With a capital first letter. */
export function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** The tags and their groups for the document, in the order of the routes. */
export function describeTags(named: readonly Tag[]) {
  const tags = [...new Map(named.map((tag) => [tag.name, tag])).values()];
  const groups = Map.groupBy(tags, (tag) => tag.group);
  return {
    tags: tags.map(({ name, description }) => ({ name, description })),
    'x-tagGroups': [...groups].map(([name, members]) => ({ name, tags: members.map((tag) => tag.name) })),
  };
}

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
