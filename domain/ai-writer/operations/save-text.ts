import type { z } from 'zod';
import { boardChanged } from '../../content-items/board-changes.ts';
import { requireWithinItemLimits } from '../../content-items/limits.ts';
import { insertText } from '../../content-items/store.ts';
import { checkGuardrails } from '../../guardrails/rules.ts';
import { findAllowedTerms } from '../../guardrails/store.ts';
import { actorName } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { type Operation, operation } from '../../kernel/operation.ts';
import { templateOfOrder } from '../own/pinned.ts';
import { titleOf } from '../prompt.ts';
import { saveBody } from '../schema.ts';
import type { WriterMessageRow } from '../table.ts';
import { ownMessage, referencedMessage } from '../target.ts';

/** Creates a content item from a text; a text with a guardrail hit goes to review. */
export const saveText: Operation<typeof nothing, typeof saveBody, undefined, number> = operation({
  name: 'ai_writer.save',
  permission: 'manage_content',
  params: nothing,
  references: referencedMessage,
  input: saveBody,
  async prepare(deps, call, { message_id, response }) {
    const message = await ownMessage(deps, call, message_id);
    return { message, isFlagged: await isFlagged(deps, partnerOf(call), response, message) };
  },
  async change(tx, { deps, call, input: { response }, prepared: { message, isFlagged } }): Promise<number> {
    const partnerId = partnerOf(call);
    await requireWithinItemLimits(tx, deps, { partnerId });
    const { contentType } = templateOfOrder(message).output;
    return insertText(
      tx.em,
      tx.now,
      {
        partnerId,
        kanbanStatus: isFlagged ? 'review' : 'generated',
        sandbox: message.sandbox,
        savedBy: actorName(call.actor),
      },
      { title: titleOf(response, message), content_type: contentType, body: response },
    );
  },
  audit: (id, { input }) => ({ type: 'content_item', id, details: { message_id: input.message_id } }),
  changeEvent: (id, { call }) => boardChanged(partnerOf(call), [id], 'made'),
  recover: async (_deps, _call, madeId) => Number(madeId),
});

/** Whether a guardrail finds something in the text. */
async function isFlagged(
  { db }: Pick<Deps, 'db'>,
  partnerId: number,
  text: z.output<typeof saveBody>['response'],
  { context }: WriterMessageRow,
): Promise<boolean> {
  const voice = context['brand_voice'] as { donts?: string[] } | undefined;
  const allowed = await findAllowedTerms(db, partnerId);
  return (await checkGuardrails({ text, donts: voice?.donts ?? [], allowed })).length > 0;
}
