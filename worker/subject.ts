import type { Subject } from '../domain/data-protection/rules.ts';
import { subjectSchema } from '../domain/data-protection/schema.ts';

/** The partner or user that the arguments of a command name: a kind and a number. Throws with a sentence for the operator. */
export function subjectOf([kind, id, ...more]: readonly string[]): Subject {
  const subject = subjectSchema.safeParse({ kind, id: Number(id) });
  if (!subject.success || more.length > 0) throw new Error(`Name the ${kind ?? 'partner'} by its number.`);
  return subject.data;
}
