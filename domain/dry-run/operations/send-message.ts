import type { z } from 'zod';
import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { operation } from '../../kernel/operation.ts';
import { requireAi } from '../../kernel/require-ai.ts';
import { acceptMessage } from '../entries.ts';
import { DRY_RUN_SESSION_CAPABILITY } from '../rules.ts';
import { messageBody, sessionParams } from '../schema.ts';
import {
  awaitEntry,
  followReply,
  noReplyError,
  ownEntry,
  ownSession,
  type ReplyPiece,
  requireSameMode,
} from '../session.ts';
import type { DryRunSessionEntryRow, DryRunSessionRow } from '../table.ts';

const ofMessage = {
  name: 'dry_run.send_message',
  permission: 'manage_agents',
  params: sessionParams,
  target: ownSession,
  capability: () => DRY_RUN_SESSION_CAPABILITY,
  input: messageBody,
} as const;

/**
 * Sends a message to the agent, and waits for the reply up to the limit of a request. A returned message without a
 * reply is still being answered. Not a single transaction: a workflow writes the reply.
 */
export const sendMessage = operation({
  ...ofMessage,
  run: async (deps, call, body, session: DryRunSessionRow): Promise<DryRunSessionEntryRow> =>
    answerTo(deps, await accept(deps, call, body, session)),
  recover,
});

/** The same, with the reply streamed while it is written. */
export const followMessage = operation({
  ...ofMessage,
  run: async (deps, call, body, session: DryRunSessionRow): Promise<AsyncGenerator<ReplyPiece>> =>
    followReply(deps, call, await accept(deps, call, body, session, { isFollowed: true })),
});

function accept(
  deps: Deps,
  call: Call,
  { message, client_message_id }: z.output<typeof messageBody>,
  session: DryRunSessionRow,
  { isFollowed = false } = {},
): Promise<DryRunSessionEntryRow> {
  requireSameMode(session, call);
  requireAi(deps, call);
  return acceptMessage(deps, call, session.id, { message, clientId: client_message_id ?? null, isFollowed });
}

/** A repeat waits for the message of the first request, and retries it if it failed. */
async function recover(deps: Deps, call: Call, madeId: string): Promise<DryRunSessionEntryRow> {
  const entry = await ownEntry(deps, call, madeId);
  if (entry.status !== 'failed') return answerTo(deps, entry);
  const again = { message: entry.content ?? '', clientId: null, entryId: entry.id };
  return answerTo(deps, await acceptMessage(deps, call, entry.session_id, again));
}

async function answerTo(deps: Deps, entry: DryRunSessionEntryRow): Promise<DryRunSessionEntryRow> {
  const answered = await awaitEntry(deps, entry);
  if (answered.status === 'failed') throw noReplyError(answered);
  return answered;
}
