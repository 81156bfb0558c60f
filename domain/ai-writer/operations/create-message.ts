import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { requireAi } from '../../kernel/require-ai.ts';
import { messageOf, referencedVoice } from '../order.ts';
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
  capability: () => WRITER_CAPABILITY,
  references: referencedVoice,
  input: writerBody,
  prepare(deps, call, body): Promise<NewMessage> {
    requireAi(deps, call);
    return messageOf(deps, call, body);
  },
  change: (tx, { prepared }): Promise<WriterMessageRow> => insertMessage(tx.em, tx.now, prepared),
  audit: ({ id, post_type }) => ({ type: 'writer_message', id, details: { post_type } }),
  recover: (deps, call, madeId) => ownMessage(deps, call, Number(madeId)),
});
