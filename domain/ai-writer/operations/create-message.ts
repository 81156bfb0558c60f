import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { requireAi } from '../../kernel/require-ai.ts';
import { messageOf, namedInOrder } from '../order.ts';
import { ownTemplateIn, templateProblems } from '../own/values.ts';
import { WRITER_CAPABILITY } from '../rules.ts';
import { writerBody } from '../schema.ts';
import { insertMessage, type NewMessage } from '../store.ts';
import type { WriterMessageRow } from '../table.ts';
import { ownMessage } from '../target.ts';

/** Stores the request for a text; `streamOutput` writes it. */
export const createMessage = operation({
  name: 'ai_writer.generate',
  permission: 'manage_content',
  params: nothing,
  target: (deps, call, _params, raw) => ownTemplateIn(deps, partnerOf(call), raw),
  capability: () => WRITER_CAPABILITY,
  references: namedInOrder,
  input: writerBody,
  checkInput: async (_deps, raw, own) => templateProblems(raw, own),
  prepare(deps, call, body, own): Promise<NewMessage> {
    requireAi(deps, call);
    return messageOf(deps, call, body, own);
  },
  change: (tx, { prepared }): Promise<WriterMessageRow> => insertMessage(tx.em, tx.now, prepared),
  audit: ({ id, post_type }) => ({ type: 'writer_message', id, details: { post_type } }),
  recover: (deps, call, madeId) => ownMessage(deps, call, Number(madeId)),
});
