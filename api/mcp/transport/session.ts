import type { Logger } from 'pino';
import type { Call } from '../../../domain/kernel/call.ts';
import type { Deps } from '../../../domain/kernel/deps.ts';
import { partnerOf } from '../../../domain/kernel/invoke.ts';
import { perform } from '../../../domain/kernel/step.ts';
import { findSession } from '../../../domain/mcp/find-session.ts';
import {
  isSessionId,
  isStale,
  isUsable,
  KNOWN_VERSIONS,
  PROTOCOL_VERSION,
  type SessionOwner,
  sessionKeyOf,
  sessionTopic,
} from '../../../domain/mcp/rules.ts';
import { keepSession } from '../../../domain/mcp/steps/sessions.ts';
import type { McpSessionRow } from '../../../domain/mcp/table.ts';
import type { HttpContext } from '../../context.ts';
import type { AccessTokenGrant } from '../../oauth/access-tokens.ts';
import { badRequest } from '../failure.ts';

/** The owner of the sessions that a grant opens. */
export function ownerOf(call: Call, grant: AccessTokenGrant): SessionOwner {
  return { partnerId: partnerOf(call), subject: grant.subject, clientId: grant.clientId };
}

/** A lookup of a request's session, started before the request is admitted; null without a session id. */
export type SessionLookup = Promise<McpSessionRow | null>;

/** Starts the lookup; awaiting it throws its errors. */
export function lookUpSession({ db }: Pick<Deps, 'db'>, ctx: HttpContext): SessionLookup {
  const id = ctx.req.headers['mcp-session-id'];
  if (typeof id !== 'string' || !isSessionId(id)) return Promise.resolve(null);
  const found = findSession(db, sessionKeyOf(id));
  found.catch(() => undefined);
  return found;
}

/**
 * The session of a request. Throws Refusal: 400 for a missing session id or another protocol version, 404 when the
 * caller has no such session.
 */
export async function requireSession(
  { deps, log }: { deps: Deps; log: Logger },
  ctx: HttpContext,
  call: Call,
  { grant, lookup }: { grant: AccessTokenGrant; lookup: SessionLookup },
): Promise<McpSessionRow> {
  const id = ctx.req.headers['mcp-session-id'];
  if (id === undefined || id === '') throw badRequest('Mcp-Session-Id is missing; call initialize first.');
  const session = await lookup;
  const now = deps.clock.now();
  if (!isUsable(session, ownerOf(call, grant), now)) {
    throw badRequest('There is no such session, or it has ended; call initialize again.', 404);
  }
  const version = ctx.req.headers['mcp-protocol-version'];
  if (version !== undefined && !KNOWN_VERSIONS.includes(String(version))) {
    throw badRequest(`MCP-Protocol-Version must be ${PROTOCOL_VERSION}.`);
  }
  if (isStale(session, now)) {
    perform(deps, keepSession, { session }).catch((error) =>
      log.warn({ err: error }, 'the use of a session was not written down'),
    );
  }
  return session;
}

/** Calls back when the session ends, on any process. Returns a function that stops listening. */
export function whenSessionEnds(
  { deps }: { deps: Deps },
  session: Pick<McpSessionRow, 'id'>,
  ended: () => void,
): () => void {
  // The topic also says that the session's stream of notifications was replaced.
  return deps.notifications.subscribe(sessionTopic(session.id), async () => {
    const found = await findSession(deps.db, session.id).catch(() => 'away' as const);
    if (found !== 'away' && (found === null || found.ended_at !== null)) ended();
  });
}
