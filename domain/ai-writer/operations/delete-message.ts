import { conflict, notFound } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { messageParams } from '../schema.ts';
import { deleteMessage, isBeingWritten, lockMessage } from '../store.ts';
import { ownMessage } from '../target.ts';

/** Deletes a message with its texts. Content items that were made of them stay. Throws CONFLICT while a text is being written. */
export const removeMessage = operation({
  name: 'ai_writer.delete_message',
  permission: 'manage_content',
  params: messageParams,
  target: (deps, call, { id }) => ownMessage(deps, call, id),
  input: nothing,
  lock: (tx, _call, { id }) => lockMessage(tx.em, id),
  async change(tx, { target: { id } }): Promise<void> {
    if (!(await lockMessage(tx.em, id))) throw notFound('Message');
    // Its credits are held until it ends.
    if (await isBeingWritten(tx.em, id))
      throw conflict('A text of the message is being written; delete it afterwards.');
    await deleteMessage(tx.em, id);
  },
  audit: (_output, { target: { id } }) => ({ type: 'writer_message', id }),
});
