import type { Route } from '../route.ts';

/** The verb of an id, so that generated clients have readable methods. */
const VERB = /^[a-z]+(?=[A-Z])/;

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

/** The verb at the start of an id; undefined where it is not verb and noun. */
export function verbOf(operationId: string): string | undefined {
  return VERB.exec(operationId)?.[0];
}

function singular(area: string): string {
  return area.replace(/ies$/, 'y').replace(/s$/, '');
}

/** With a capital first letter. */
export function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
