import type { Call } from '../../../domain/kernel/call.ts';
import { perform } from '../../../domain/kernel/step.ts';
import { cancellationTopic } from '../../../domain/mcp/rules.ts';
import { openSession } from '../../../domain/mcp/steps/sessions.ts';
import type { McpSessionRow } from '../../../domain/mcp/table.ts';
import { clientMemory } from '../../client-memory.ts';
import type { HttpContext } from '../../context.ts';
import { MAX_BODY_BYTES, readBody } from '../../middleware/body.ts';
import { sendJson } from '../../send.ts';
import { turnForBody, turnKeyOf } from '../../turns.ts';
import { Refusal, visibleError } from '../failure.ts';
import {
  errorMessage,
  type Incoming,
  InvalidMessage,
  parseMessage,
  RpcError,
  type RpcNotification,
  type RpcRequest,
  requestIdOf,
} from '../json-rpc.ts';
import { isModern } from '../modern/envelope.ts';
import { serveModern } from '../modern/serve.ts';
import { negotiate } from './negotiate.ts';
import type { Admitted, McpOptions } from './options.ts';
import { clientOf } from './params.ts';
import { answering, checked, respondTo, serveRequest } from './request.ts';
import { ownerOf, requireSession } from './session.ts';
import { traceRequest } from './trace-request.ts';

/** Serves a POST: one message of a client. Throws Refusal and AppError before the response has begun. */
export async function servePost(options: McpOptions, ctx: HttpContext, found: Admitted): Promise<void> {
  const key = turnKeyOf(found.grant.actor);
  await ctx.state.inFlight?.identify(key);
  clientMemory.enter(key, ctx, MAX_BODY_BYTES);
  const body = await readBody(ctx.req);
  const admitted: Admitted = { ...found, grant: await found.credentialCheck.current() };
  const { actor } = admitted.grant;
  const call: Call = { actor, requestId: ctx.state.requestId, signal: options.cutOff };
  await turnForBody(actor, body)?.();
  const incoming = await messageIn(body, () => requireNamedSession(options, ctx, call, admitted));
  const { params } = incoming.kind === 'reply' ? {} : incoming.message;
  if (isModern(ctx.req.headers['mcp-protocol-version'], params)) {
    return serveModern(options, ctx, { call, admitted, incoming });
  }
  if (incoming.kind === 'request' && incoming.message.method === 'initialize') {
    const { message } = incoming;
    return answering(options, ctx, message, () => initialize(options, ctx, { call, admitted, message }));
  }
  const session = await requireSession(options, ctx, call, admitted);
  switch (incoming.kind) {
    case 'notification':
      handleNotification(options, session, incoming.message);
      return sendJson(ctx, 202, undefined);
    case 'reply':
      options.clientRequests?.reply(session, incoming.message);
      return sendJson(ctx, 202, undefined);
    case 'request': {
      const { message, argumentProblems } = incoming;
      const request = { call, admitted, session, message, argumentProblems };
      return answering(options, ctx, message, () =>
        traceRequest(options.tracing, ctx, message, () => serveRequest(options, ctx, request)),
      );
    }
  }
}

/** The message of a body; -32700 and -32600 have status 400. A session is refused first, whatever the body is. */
async function messageIn(body: Buffer, checkSession: () => Promise<unknown>): Promise<Incoming> {
  try {
    return parseMessage(body);
  } catch (error) {
    if (!(error instanceof InvalidMessage)) throw error;
    await checkSession();
    throw new Refusal(400, error, {}, error.requestId);
  }
}

/** The session that a request names, if it names one. Throws Refusal where it is unknown, has ended or is somebody else's. */
async function requireNamedSession(
  options: McpOptions,
  ctx: HttpContext,
  call: Call,
  admitted: Admitted,
): Promise<McpSessionRow | undefined> {
  const { 'mcp-session-id': named, 'mcp-protocol-version': version } = ctx.req.headers;
  return named === undefined || isModern(version, {}) ? undefined : requireSession(options, ctx, call, admitted);
}

/** The only notification with an effect cancels a request, on whichever process runs it. */
function handleNotification({ deps }: McpOptions, session: McpSessionRow, { method, params }: RpcNotification): void {
  const requestId = requestIdOf(params?.['requestId']);
  if (method !== 'notifications/cancelled' || requestId === undefined) return;
  deps.notifications.notify(cancellationTopic(session, requestId));
}

async function initialize(
  options: McpOptions,
  ctx: HttpContext,
  { call, admitted, message: given }: { call: Call; admitted: Admitted; message: RpcRequest },
): Promise<void> {
  const answer = respondTo(ctx, 'initialize');
  const message = checked(answer, given);
  if (!message) return;
  await options.handlers();
  const reply = await negotiate(message).catch((error: unknown) => visibleError(error, ctx, options.log));
  if (reply instanceof RpcError) {
    answer.finish(errorMessage(message.id, reply));
    return;
  }
  const owner = ownerOf(call, admitted.grant);
  ctx.set('Mcp-Session-Id', await perform(options.deps, openSession, { owner, client: clientOf(message) }));
  answer.finish(reply);
  await answer.finished;
}
