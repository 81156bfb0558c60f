import type { CreateWorkflowTriggerBody } from '../../api/generated/client/types.gen.ts';

type Event = NonNullable<CreateWorkflowTriggerBody['event']>;
type Filter = NonNullable<Event['filter']>;
type EventCondition = NonNullable<Event['conditions']>[number];
type Scalar = Filter[string];

/** How a condition compares, in the order of the form. */
export const OPERATORS = ['equals', 'one_of', 'contains', 'greater', 'less'] as const satisfies readonly Operator[];
/** One of them. */
export type Operator = EventCondition['operator'];

/** A condition in the form. */
export interface Condition {
  path: string;
  operator: Operator;
  value: string;
  /** It is one of the trigger's conditions; else of its filter, as a new one that equals. */
  isCondition?: boolean;
}

/** Whether an operator takes several values. */
export function takesSeveral(operator: Operator): boolean {
  return operator === 'one_of' || operator === 'contains';
}

/** The filter and the conditions of the form. Those without a path are left out. */
export function eventPartsOf(conditions: readonly Condition[]): { filter: Filter; conditions: EventCondition[] } {
  const filter: Filter = {};
  const others: EventCondition[] = [];
  for (const { path, operator, value, isCondition } of conditions) {
    if (path === '') continue;
    const isFilter = operator === 'equals' && !isCondition && !Object.hasOwn(filter, path);
    if (isFilter) filter[path] = scalarOf(value);
    else others.push({ path, operator, values: takesSeveral(operator) ? scalarsOf(value) : [scalarOf(value)] });
  }
  return { filter, conditions: others };
}

/** The conditions of an event in the form. */
export function conditionsOf({ filter = {}, conditions = [] }: Partial<Event>): Condition[] {
  return [
    ...Object.entries(filter).map(
      ([path, value]): Condition => ({ path, operator: 'equals', value: textOf(value, scalarOf) }),
    ),
    ...conditions.map(({ path, operator, values }) => ({
      path,
      operator,
      value: valuesText(operator, values),
      isCondition: true,
    })),
  ];
}

/** The values of a condition as one text. */
function valuesText(operator: Operator, values: readonly Scalar[]): string {
  if (!takesSeveral(operator)) return textOf(values[0] ?? null, scalarOf);
  return values
    .map((value) => textOf(value, (text) => (scalarsOf(text).length === 1 ? scalarsOf(text)[0] : null)))
    .join(', ');
}

/** A text stands as it is where it is read as itself. */
function textOf(value: Scalar, read: (text: string) => unknown): string {
  return typeof value === 'string' && read(value) === value ? value : JSON.stringify(value);
}

/** Values between commas; quotes hold a value with a comma together. */
function scalarsOf(text: string): Scalar[] {
  const parts = text.match(/\s*(?:"(?:[^"\\]|\\.)*"|[^,]+)\s*/g) ?? [];
  return parts.map((part) => scalarOf(part.trim()));
}

/** Parses JSON numbers, booleans, null and quoted strings. Everything else is text. */
function scalarOf(text: string): Scalar {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? text : (value as Scalar);
  } catch {
    return text;
  }
}
