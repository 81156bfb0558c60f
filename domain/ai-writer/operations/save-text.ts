import type { z } from 'zod';
import { insertText } from '../../content-items/store.ts';
import { checkGuardrails } from '../../guardrails/rules.ts';
import { actorName } from '../../kernel/call.ts';
import { listChanged, resourceUpdated } from '../../kernel/change-events.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { type Operation, operation } from '../../kernel/operation.ts';
import { getTemplate } from '../catalogue.ts';
import { titleOf } from '../prompt.ts';
import { saveBody } from '../schema.ts';
import type { WriterMessageRow } from '../table.ts';
import { ownMessage } from '../target.ts';

/** Creates a content item from a text; a text with a guardrail hit goes to review. */
export const saveText: Operation<typeof nothing, typeof saveBody, undefined, number> = operation({
  name: 'ai_writer.save',
  permission: 'manage_content',
  params: nothing,
  input: saveBody,
  prepare: (deps, call, { message_id }) => ownMessage(deps, call, message_id),
  async change(tx, { call, input: { response }, prepared: message }): Promise<number> {
    const { contentType } = getTemplate(message.post_type).output;
    return insertText(
      tx.em,
      tx.now,
      {
        partnerId: partnerOf(call),
        kanbanStatus: needsReview(response, message) ? 'review' : 'generated',
        sandbox: message.sandbox,
        savedBy: actorName(call.actor),
      },
      { title: titleOf(response, message), content_type: contentType, body: response },
    );
  },
  audit: (id, { input }) => ({ type: 'content_item', id, details: { message_id: input.message_id } }),
  changeEvent: (id, { call }) => [
    listChanged(partnerOf(call)),
    resourceUpdated(partnerOf(call), 'content-items', id, 'made'),
  ],
  recover: async (_deps, _call, madeId) => Number(madeId),
});

function needsReview(text: z.output<typeof saveBody>['response'], { context }: WriterMessageRow): boolean {
  const voice = context['brand_voice'] as { donts?: string[] } | undefined;
  return checkGuardrails({ text, donts: voice?.donts ?? [] }).length > 0;
}
