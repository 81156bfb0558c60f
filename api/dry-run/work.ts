import { getDryRunMessage } from '../../domain/dry-run/operations/reads.ts';
import { noReplyError } from '../../domain/dry-run/session.ts';
import { workUri } from '../../domain/kernel/change-events.ts';
import { longWork } from '../long-work.ts';

/** A message to an agent, until it has its reply. */
export const messageWork = longWork({
  kind: 'dry-run-message',
  uriOf: (id) => workUri('dry-run-message', id),
  read: getDryRunMessage,
  stateOf(entry) {
    const { id, kind, status, created_at, completed_at } = entry;
    if (kind !== 'message') return null;
    return {
      id,
      isOpen: status === 'open',
      message: status === 'open' ? 'The message waits for its reply.' : 'The message has its reply.',
      createdAt: created_at,
      updatedAt: completed_at ?? created_at,
      ...(status === 'failed' && { failure: noReplyError(entry) }),
    };
  },
});
