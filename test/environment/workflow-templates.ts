import { one } from '../../api/resource.ts';
import { templateResource } from '../../api/workflow-templates/resource.ts';
import { read } from './http.ts';
import type { Partner } from './partners.ts';
import { type TemplateFile, templateFile } from './workflow-template-file.ts';

/** Makes a template of the partner's own; returns its slug. */
export async function createWorkflowTemplate(
  partner: Pick<Partner, 'request'>,
  changes: Partial<TemplateFile> = {},
): Promise<string> {
  const reply = await partner.request('POST /content-workflow/workflow-templates', { body: templateFile(changes) });
  return read(reply, one(templateResource).schema).data.id;
}
