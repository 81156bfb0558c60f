import { storyFields } from './fields.ts';

/** What the partner tells, among other values, as a writer is told it. */
export function toldBy(values: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(storyFields, name)));
}
