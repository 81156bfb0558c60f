import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { acceptChange } from '../entries.ts';
import { DRY_RUN_SESSION_CAPABILITY } from '../rules.ts';
import { personaBody, personaOf, sessionParams } from '../schema.ts';
import { ownEntry, ownSession, requireSameMode, type SessionView, viewAfter } from '../session.ts';
import type { DryRunSessionRow } from '../table.ts';

const ofSession = {
  permission: 'manage_agents',
  params: sessionParams,
  target: ownSession,
  capability: () => DRY_RUN_SESSION_CAPABILITY,
} as const;

// None of these is a single transaction: each waits until earlier entries have been processed.

/** Changes the session's persona for later messages. */
export const setPersona = operation({
  name: 'dry_run.set_persona',
  ...ofSession,
  input: personaBody,
  asksPrecondition: true,
  run: (deps, call, persona, session: DryRunSessionRow): Promise<SessionView> =>
    change(deps, call, session, { kind: 'persona', persona: personaOf(persona) }),
});

/** Restarts the conversation with the same persona; the transcript and its charges stay. */
export const resetSession = operation({
  name: 'dry_run.reset_session',
  ...ofSession,
  input: nothing,
  run: (deps, call, _input, session: DryRunSessionRow): Promise<SessionView> =>
    change(deps, call, session, { kind: 'reset' }),
  recover,
});

/** Ends the session after all earlier messages have their replies, with a summary. */
export const endSession = operation({
  name: 'dry_run.end_session',
  ...ofSession,
  input: nothing,
  run: (deps, call, _input, session: DryRunSessionRow): Promise<SessionView> =>
    change(deps, call, session, { kind: 'end' }),
  recover,
});

async function change(
  deps: Deps,
  call: Call,
  session: DryRunSessionRow,
  entry: Parameters<typeof acceptChange>[3],
): Promise<SessionView> {
  requireSameMode(session, call);
  return viewAfter(deps, await acceptChange(deps, call, session.id, entry));
}

async function recover(deps: Deps, call: Call, madeId: string): Promise<SessionView> {
  return viewAfter(deps, await ownEntry(deps, call, madeId));
}
