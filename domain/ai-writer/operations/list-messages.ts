import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { historyQuery } from '../schema.ts';
import { listMessages as listRows } from '../store.ts';

/** What the partner asked the writer for, newest first, with what was written of it. */
export const listMessages = operation({
  name: 'ai_writer.list_messages',
  permission: 'view_content',
  params: nothing,
  input: historyQuery,
  run: (deps, call, query) => listRows(deps.db, partnerOf(call), query),
});
