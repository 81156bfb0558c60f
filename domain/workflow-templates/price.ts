import { cappedInput } from '../kernel/capped-input.ts';
import type { Deps } from '../kernel/deps.ts';
import { findTemplate } from './catalogue/index.ts';
import { planTemplate } from './plan.ts';

/** Credits that an execution of a template would cost; undefined where slug or input are not valid. */
export function requestedTemplatePrice(
  { capabilities }: Pick<Deps, 'capabilities'>,
  slug: unknown,
  input: unknown = {},
): number | undefined {
  const template = typeof slug === 'string' ? findTemplate(slug) : undefined;
  const parsed = template?.input.safeParse(cappedInput(template.input, input));
  return template && parsed?.success ? planTemplate(capabilities, template, parsed.data).price : undefined;
}
