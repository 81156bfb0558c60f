import type { CreateWorkflowTriggerBody } from '../../api/generated/client/types.gen.ts';

type Filter = NonNullable<NonNullable<CreateWorkflowTriggerBody['event']>['filter']>;

/** A condition as people write it. */
export interface Condition {
  path: string;
  value: string;
}

/** The conditions as the API takes them; those without a path are left out. */
export function filterOf(conditions: readonly Condition[]): Filter {
  return Object.fromEntries(
    conditions.filter(({ path }) => path !== '').map(({ path, value }) => [path, scalarOf(value)]),
  );
}

/** A number, a truth value, null or a text in quotes as JSON has them; all else is text as it stands. */
function scalarOf(text: string): Filter[string] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? text : (value as Filter[string]);
  } catch {
    return text;
  }
}
