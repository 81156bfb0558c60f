import type { z } from 'zod';
import type { Deps } from '../../kernel/deps.ts';
import { conflict } from '../../kernel/errors.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { requireWithinLimit } from '../../kernel/limits.ts';
import { operation } from '../../kernel/operation.ts';
import type { ErrorDetails } from '../../kernel/problems.ts';
import { definitionProblems, type OwnDefinition, unknownNames, withMaxima } from '../own/definition.ts';
import { createTemplateBody, ownTemplate } from '../own/schema.ts';
import { slugOf } from '../own/slug.ts';
import { countOwnTemplates, findOwnTemplate, insertOwnTemplate } from '../own/store.ts';
import type { WriterTemplateRow } from '../table.ts';

/** Creates a template of the partner's own. */
export const createOwnTemplate = operation({
  name: 'ai_writer.create_template',
  permission: 'manage_content',
  params: nothing,
  input: createTemplateBody,
  checkInput,
  async change(tx, { deps, call, input }): Promise<WriterTemplateRow> {
    const partnerId = partnerOf(call);
    await requireWithinLimit(tx.em, deps.limits, 'writer_templates', {
      partnerId,
      count: () => countOwnTemplates(tx.em, partnerId),
    });
    // Templates of a partner are added one after another, so none of this slug comes meanwhile.
    const isTaken = async (slug: string) => (await findOwnTemplate(tx.em, partnerId, slug)) !== null;
    if (input.slug !== undefined && (await isTaken(input.slug)))
      throw conflict(`There is a template "${input.slug}" already; change it instead.`, {
        slug: ['Is already taken.'],
      });
    const { name, description, category } = input;
    const slug = input.slug ?? (await slugOf(name, isTaken));
    const head = { partner_id: partnerId, slug, name, description, category };
    return insertOwnTemplate(tx.em, tx.now, { ...head, definition: definitionIn(input) });
  },
  audit: ({ id, slug }) => ({ type: 'writer_template', id, details: { slug } }),
  recover: (deps, call, madeId) => ownTemplate(deps, call, { id: Number(madeId) }),
});

async function checkInput(_deps: Deps, raw: unknown): Promise<ErrorDetails> {
  const { data } = createTemplateBody.safeParse(raw);
  return {
    ...(data && definitionProblems(definitionIn(data))),
    ...unknownNames(raw, Object.keys(createTemplateBody.shape)),
  };
}

function definitionIn({ fields, brief, task, form, output }: z.output<typeof createTemplateBody>): OwnDefinition {
  return { fields: withMaxima(fields), brief, task, form, output };
}
