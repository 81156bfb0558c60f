import type { z } from 'zod';
import { actorName } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { conflict } from '../../kernel/errors.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { requireWithinLimits } from '../../kernel/limits.ts';
import { operation } from '../../kernel/operation.ts';
import type { ErrorDetails } from '../../kernel/problems.ts';
import { definitionProblems, sizeOf, unknownNames } from '../check-definition.ts';
import { requireTemplateBytes } from '../limits.ts';
import { templateOf } from '../own.ts';
import { createdTemplate, createTemplateBody } from '../schema.ts';
import { countTemplates, findDefined, insertTemplate } from '../store.ts';
import type { PartnerTemplate } from '../types.ts';

type CreateBody = z.output<typeof createTemplateBody>;

/** Creates a template of the partner's own, from a body or a file. */
export const createTemplate = operation({
  name: 'workflow_templates.create',
  permission: 'manage_content',
  params: nothing,
  input: createTemplateBody,
  checkInput,
  async change(tx, { deps, call, input }): Promise<PartnerTemplate> {
    const partner_id = partnerOf(call);
    const { format_version: _format, slug, name, description, category, ...definition } = input;
    const bytes = sizeOf(input);
    await requireWithinLimits(tx.em, deps.limits, partner_id, {
      workflow_templates: () => countTemplates(tx.em, partner_id),
    });
    await requireTemplateBytes(tx.em, deps.limits, { partnerId: partner_id, added: bytes });
    // Templates of a partner are added one after another, so none of this slug comes meanwhile.
    if (await findDefined(tx.em, partner_id, slug))
      throw conflict(`There is a template "${slug}" already; change it instead.`, { slug: ['Is already taken.'] });
    const head = { partner_id, slug, name, description, category, bytes };
    return templateOf(await insertTemplate(tx.em, tx.now, { ...head, definition }, actorName(call.actor)));
  },
  audit: ({ slug, own }) => ({ type: 'workflow_template', id: own.id, details: { slug } }),
  recover: (deps, call, madeId) => createdTemplate(deps, call, Number(madeId)),
});

async function checkInput({ capabilities }: Deps, raw: unknown): Promise<ErrorDetails> {
  const { data } = createTemplateBody.safeParse(raw);
  return { ...(data && definitionProblems(capabilities, definitionIn(data))), ...unknownNames(raw) };
}

function definitionIn({ input, steps, example }: CreateBody) {
  return { input, steps, example };
}
