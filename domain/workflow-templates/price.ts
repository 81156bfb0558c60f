import type { Call } from '../kernel/call.ts';
import { cappedInput } from '../kernel/capped-input.ts';
import type { Deps } from '../kernel/deps.ts';
import { partnerOf } from '../kernel/invoke.ts';
import { planProblems, planTemplate } from './plan.ts';
import { findTemplateOf } from './schema.ts';

/** Credits that an execution of a template would cost; undefined where slug or input are not valid. */
export async function requestedTemplatePrice(
  { capabilities, db }: Pick<Deps, 'capabilities' | 'db'>,
  call: Call,
  slug: unknown,
  input: unknown = {},
): Promise<number | undefined> {
  const template = typeof slug === 'string' ? await findTemplateOf(db, partnerOf(call), slug) : undefined;
  const parsed = template?.input.safeParse(cappedInput(template.input, input));
  if (!template || !parsed?.success) return undefined;
  const isPossible = !template.own || Object.keys(planProblems(capabilities, template.steps, parsed.data)).length === 0;
  return isPossible ? planTemplate(capabilities, template, parsed.data).price : undefined;
}
