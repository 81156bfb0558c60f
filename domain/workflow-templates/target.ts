import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { notFound } from '../kernel/errors.ts';
import { findTemplate } from './catalogue/index.ts';
import type { WorkflowTemplate } from './types.ts';

/** The template of the catalogue; 404 when there is none. */
export async function templateFromPath(
  _deps: Deps,
  _call: Call,
  { slug }: { slug: string },
): Promise<WorkflowTemplate> {
  return getTemplateBySlug(slug);
}

/** The same for a template whose slug comes from elsewhere than a path. */
export function getTemplateBySlug(slug: string): WorkflowTemplate {
  const template = findTemplate(slug);
  if (!template) throw notFound('Workflow template');
  return template;
}
