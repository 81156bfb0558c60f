import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { actorName } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { differs } from '../../kernel/differs.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import type { ErrorDetails } from '../../kernel/problems.ts';
import { definitionProblems, sizeOf, unknownNames } from '../check-definition.ts';
import type { Definition } from '../definition.ts';
import { requireTemplateBytes } from '../limits.ts';
import { templateOf } from '../own.ts';
import { ownTemplate, templateParams, updateTemplateBody } from '../schema.ts';
import { lockDefined, updateTemplateRow } from '../store.ts';
import type { DefinedTemplate } from '../table.ts';
import type { PartnerTemplate } from '../types.ts';

type UpdateBody = z.output<typeof updateTemplateBody>;

/** Changes a template of the partner's own. Another definition is another version; executions keep the plan that they have. */
export const updateTemplate = operation({
  name: 'workflow_templates.update',
  permission: 'manage_content',
  params: templateParams,
  target: ownTemplate,
  input: updateTemplateBody,
  checkInput,
  lock: (tx, _call, { id, partner_id }) => lockDefined(tx.em, partner_id, id),
  async change(tx, { deps, call, input, target: { id, partner_id: partnerId } }): Promise<PartnerTemplate> {
    const before = await lockDefined(tx.em, partnerId, id);
    if (!before) throw notFound('Workflow template');
    const { name = before.name, description = before.description, category = before.category } = input;
    const definition = merged(before.definition, input);
    const isRedefined = !isDeepStrictEqual(definition, before.definition);
    if (!isRedefined && !differs(before, { name, description, category })) {
      tx.unchanged();
      return templateOf(before);
    }
    // Another change may have come between the check of the input and the lock.
    const problems = isRedefined ? definitionProblems(deps.capabilities, definition) : {};
    if (Object.keys(problems).length > 0) throw invalid(problems);
    const bytes = sizeOf({ name, description, ...definition });
    await requireTemplateBytes(tx.em, deps.limits, { partnerId, added: bytes - before.bytes });
    const after: DefinedTemplate = { ...before, name, description, category, bytes, definition };
    return templateOf(await updateTemplateRow(tx.em, tx.now, after, { isRedefined, actor: actorName(call.actor) }));
  },
  audit: ({ own }, { input }) => ({
    type: 'workflow_template',
    id: own.id,
    details: { version: own.version, fields: Object.keys(input) },
  }),
});

async function checkInput(
  { capabilities }: Deps,
  raw: unknown,
  { definition }: DefinedTemplate,
): Promise<ErrorDetails> {
  const { data } = updateTemplateBody.safeParse(raw);
  return { ...(data && definitionProblems(capabilities, merged(definition, data))), ...unknownNames(raw) };
}

/** What is sent of a definition, and what it has otherwise, as JSON has it. */
function merged(before: Definition, { input, steps, example }: UpdateBody): Definition {
  const sent = Object.fromEntries(Object.entries({ input, steps, example }).filter(([, part]) => part !== undefined));
  return { ...before, ...JSON.parse(JSON.stringify(sent)) };
}
