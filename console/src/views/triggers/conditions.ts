import type { CreateWorkflowTriggerBody } from '../../api/generated/client/types.gen.ts';

type Filter = NonNullable<NonNullable<CreateWorkflowTriggerBody['event']>['filter']>;

/** A condition in the form. */
export interface Condition {
  path: string;
  value: string;
}

/** The event filter of the conditions. Conditions without a path are left out. */
export function filterOf(conditions: readonly Condition[]): Filter {
  return Object.fromEntries(
    conditions.filter(({ path }) => path !== '').map(({ path, value }) => [path, scalarOf(value)]),
  );
}

/** Parses JSON numbers, booleans, null and quoted strings. Everything else is text. */
function scalarOf(text: string): Filter[string] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? text : (value as Filter[string]);
  } catch {
    return text;
  }
}
