import { z } from 'zod';
import { inputSchema } from './json-schema.ts';
import { onceValid, WITHOUT_NUL } from './schema.ts';

/** How a condition compares a value. */
export const OPERATORS = ['equals', 'one_of', 'contains', 'greater', 'less'] as const;
type Operator = (typeof OPERATORS)[number];

/** A value that conditions compare with. */
export type Scalar = string | number | boolean | null;

/** What must hold of a value. */
export interface Comparison {
  operator: Operator;
  values: Scalar[];
}

const MAX_VALUE_LENGTH = 500;
/** Most values of a condition. */
const MAX_VALUES = 50;

const comparedText = z
  .string()
  .max(MAX_VALUE_LENGTH, `Must be at most ${MAX_VALUE_LENGTH} characters.`)
  .regex(WITHOUT_NUL, 'Must not contain NUL characters.');

/** A value to compare with, whose numbers are of the given schema. */
export function scalarWith(number: z.ZodNumber): z.ZodType<Scalar, Scalar> {
  const schema = described(number).check(({ value, issues }) => {
    const issue = scalarIssue(value, number);
    if (issue) issues.push({ ...issue, path: [], input: value } as z.core.$ZodRawIssue);
  });
  return schema as z.ZodType as z.ZodType<Scalar, Scalar>;
}

/**
 * Values to compare with, of which the first wrong one is a problem. A body may have ten thousand: a schema of each would say of all
 * of them what is wrong, and a union of it for each of its options.
 */
function scalarsWith(number: z.ZodNumber): z.ZodType<Scalar[], Scalar[]> {
  const schema = z
    .array(described(number))
    .min(1, 'Must have at least one value.')
    .max(MAX_VALUES, `Must have at most ${MAX_VALUES} entries.`)
    .check(({ value: values, issues }) => {
      for (const [index, value] of values.entries()) {
        const issue = scalarIssue(value, number);
        if (!issue) continue;
        issues.push({ ...issue, path: [index], input: value } as z.core.$ZodRawIssue);
        return;
      }
    });
  return schema as z.ZodType as z.ZodType<Scalar[], Scalar[]>;
}

/** Takes anything, and appears in documents as a scalar. */
function described(number: z.ZodNumber): z.ZodUnknown {
  const { $schema: _dialect, ...form } = inputSchema(z.union([comparedText, number, z.boolean(), z.null()]));
  return z.unknown().meta(form);
}

/** What is wrong with a value; it is looked at as what it is alone. */
function scalarIssue(value: unknown, number: z.ZodNumber): z.core.$ZodIssue | undefined {
  if (value === null || typeof value === 'boolean') return undefined;
  const schema = typeof value === 'string' ? comparedText : typeof value === 'number' ? number : undefined;
  if (!schema) return { code: 'custom', path: [], message: 'Must be a string, a number, a boolean or null.' };
  return schema.safeParse(value).error?.issues[0];
}

/** The fields of a condition besides what it looks at; `checkComparison` checks them together. */
export const comparisonFields = {
  operator: z
    .enum(OPERATORS)
    .describe(
      '`equals`: the one value; `one_of`: one of the values; `contains`: contains one of them, as a part of a text or an entry of a list; `greater`, `less`: a number compared with the one value.',
    ),
  values: scalarsWith(z.number().min(-Number.MAX_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER)).describe(
    'Comparison values; exactly one for `equals`, `greater` and `less`.',
  ),
};

/** When `checkComparison` is asked. */
export const ONCE_COMPARABLE = onceValid(...Object.keys(comparisonFields));

/** Refines a condition: its operator takes its values. */
export function checkComparison(comparison: Comparison, context: z.RefinementCtx): void {
  const problem = valuesProblem(comparison);
  if (problem !== null) context.addIssue({ code: 'custom', path: ['values'], message: problem });
}

/** Why an operator does not take these values, or null. */
function valuesProblem({ operator, values }: Comparison): string | null {
  if (operator === 'one_of') return null;
  if (operator === 'contains')
    return values.some((value) => value === null || value === '')
      ? 'Must be texts that are not empty, numbers or booleans.'
      : null;
  if (values.length > 1) return 'Must be one value.';
  return operator === 'equals' || typeof values[0] === 'number' ? null : 'Must be a number.';
}

/**
 * Whether a condition holds of a value. It does not of one that is missing, or of a type that the operator does not compare.
 * The database compares values of events in the same way (`domain/workflow-triggers/firing-store.ts`).
 */
export function holds({ operator, values }: Comparison, value: unknown): boolean {
  const [first] = values;
  switch (operator) {
    case 'equals':
    case 'one_of':
      return values.some((one) => one === value);
    case 'contains':
      if (Array.isArray(value)) return values.some((one) => value.includes(one));
      return typeof value === 'string' && values.some((one) => typeof one === 'string' && value.includes(one));
    case 'greater':
      return typeof value === 'number' && typeof first === 'number' && value > first;
    case 'less':
      return typeof value === 'number' && typeof first === 'number' && value < first;
  }
}
