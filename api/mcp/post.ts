import type { JSONRPCMessage, ServerContext } from '@modelcontextprotocol/server';
import type { Call } from '../../domain/kernel/call.ts';
import { AppError } from '../../domain/kernel/errors.ts';
import { isLogged } from '../../domain/mcp/rules.ts';
import { hasOneOf, scopesFor } from '../../domain/mcp/scopes.ts';
import { openSession } from '../../domain/mcp/sessions.ts';
import type { McpSessionRow } from '../../domain/mcp/types.ts';
import type { EdgeContext } from '../context.ts';
import { readBody } from '../middleware/body.ts';
import { asAppError } from '../middleware/errors.ts';
import { sendJson } from '../send.ts';
import { answerForm } from './accept.ts';
import { type Answer, openAnswer } from './answer.ts';
import { cancellationTopic } from './cancellation.ts';
import { challenges } from './challenge.ts';
import type { McpContext } from './context.ts';
import { badRequest, Refusal, refusalOf, rpcErrorOf } from './failure.ts';
import {
  BadMessage,
  CODES,
  errorMessage,
  type Incoming,
  parseMessage,
  type RequestId,
  RpcError,
  type RpcNotification,
  type RpcRequest,
} from './json-rpc.ts';
import { lifeOf } from './life.ts';
import type { Admitted, McpOptions } from './options.ts';
import { checkedParams, clientOf, progressTokenOf } from './params.ts';
import { createServer, loadSdk, RequestTransport } from './server.ts';
import { ownerOf, requireSession } from './session.ts';

/** Serves a POST: one message of a client. Throws Refusal and AppError before the answer has begun. */
export async function servePost(options: McpOptions, ctx: EdgeContext, admitted: Admitted): Promise<void> {
  const { grant, lookup } = admitted;
  const call: Call = { actor: grant.actor, requestId: ctx.state.requestId, signal: options.cutOff };
  const incoming = readMessage(await readBody(ctx.req));
  if (incoming.kind === 'request' && incoming.message.method === 'initialize') {
    const { message } = incoming;
    return answering(options, ctx, message, () => initialize(options, ctx, { call, admitted, message }));
  }
  const session = await requireSession(options, ctx, ownerOf(call, grant), lookup);
  switch (incoming.kind) {
    case 'notification':
      heed(options, session, incoming.message);
      return sendJson(ctx, 202, undefined);
    case 'reply':
      options.asking?.reply(session, incoming.message);
      return sendJson(ctx, 202, undefined);
    case 'request': {
      const { message } = incoming;
      return answering(options, ctx, message, () => serveRequest(options, ctx, { call, admitted, session, message }));
    }
  }
}

/** Lets whatever refuses the request from here on bear its id. */
async function answering(
  { log }: McpOptions,
  ctx: EdgeContext,
  { id }: RpcRequest,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw (error instanceof Refusal ? error : refusalOf(asAppError(error, ctx, log))).to(id);
  }
}

/** -32700 and -32600 go with 400. */
function readMessage(body: Buffer): Incoming {
  try {
    return parseMessage(body);
  } catch (error) {
    if (error instanceof BadMessage) throw new Refusal(400, error, {}, error.requestId);
    throw error;
  }
}

/** A notification asks for nothing but that a request be given up, on whichever process works on it. */
function heed({ deps }: McpOptions, session: McpSessionRow, { method, params }: RpcNotification): void {
  const requestId = params?.['requestId'];
  if (method !== 'notifications/cancelled') return;
  if (typeof requestId !== 'string' && typeof requestId !== 'number') return;
  deps.notifications.notify(cancellationTopic(session, requestId));
}

/** Why a request's signal fires; making an error for each would cost more than the rest. */
const LEFT = 'the client has left';

interface Request {
  call: Call;
  admitted: Admitted;
  message: RpcRequest;
}

async function initialize(options: McpOptions, ctx: EdgeContext, request: Request): Promise<void> {
  const { deps } = options;
  const { call, admitted } = request;
  const answer = answerTo(ctx, 'initialize');
  const message = accepted(answer, request.message);
  if (!message) return;
  const server = await serverFor(options, ctx, () => {
    throw new Error('initialize needs no context.');
  });
  const reply = await new Promise<JSONRPCMessage>((resolve, reject) => {
    const transport = new RequestTransport(resolve);
    server.connect(transport).then(() => transport.receive(message), reject);
  });
  ctx.set('Mcp-Session-Id', await openSession(deps, ownerOf(call, admitted.grant), clientOf(message)));
  answer.finish(reply);
  await answer.finished;
}

async function serveRequest(
  options: McpOptions,
  ctx: EdgeContext,
  request: Request & { session: McpSessionRow },
): Promise<void> {
  const { log } = options;
  const { session } = request;
  const { method, id } = request.message;
  const answer = answerTo(ctx, method);
  const lacking = lackingScopes(request);
  if (lacking) {
    ctx.set('WWW-Authenticate', challenges(options.publicUrl).insufficientScope(lacking));
    answer.finish(
      errorMessage(id, new RpcError(CODES.internalError, `${method} needs another scope.`, { scopes: lacking })),
    );
    return;
  }
  const message = accepted(answer, request.message);
  if (!message) return;

  const left = new AbortController();
  ctx.res.once('close', () => left.abort(LEFT));
  const server = await serverFor(options, ctx, (request_) =>
    contextFor(options, ctx, { ...request, message }, answer, left, request_.mcpReq.signal),
  );
  const transport = new RequestTransport((reply) => {
    // What is asked of the client goes out before the answer, as notifications do.
    if ('method' in reply) answer.send(reply);
    else answer.finish(reply);
  });
  server.onerror = (error) => log.warn({ err: error, request_id: ctx.state.requestId }, 'the MCP server objects');
  await server.connect(transport);
  const close = options.asking?.open(session, transport);
  const unsubscribe = method === 'tools/call' ? whenCancelled(options, session, id, transport, answer) : undefined;
  try {
    transport.receive(message);
    await answer.finished;
  } finally {
    unsubscribe?.();
    close?.();
  }
}

/** Throws a 406 Refusal where the client takes no answer that could be given. */
function answerTo(ctx: EdgeContext, method: string): Answer {
  const form = answerForm(ctx.req.headers.accept, method);
  if (!form) throw badRequest('Answers are application/json or text/event-stream; accept one of them.', 406);
  return openAnswer(ctx, form);
}

/** Gives a call up when the client says so to any process. Returns how to stop listening. */
function whenCancelled(
  { deps }: McpOptions,
  session: McpSessionRow,
  requestId: RequestId,
  transport: RequestTransport,
  answer: Answer,
): () => void {
  return deps.notifications.subscribe(cancellationTopic(session, requestId), () => {
    transport.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });
    // A client that cancels does not wait for an answer; one that asked for JSON gets something to read all the same.
    const cancelled = new RpcError(CODES.internalError, 'The request was cancelled.');
    answer.finish(answer.streams ? undefined : errorMessage(requestId, cancelled));
  });
}

/** The scopes of which the grant would need one; undefined when it has one, or needs none. */
function lackingScopes({ admitted: { grant }, message }: Request) {
  const ref = message.params?.['ref'];
  const reference = typeof ref === 'object' && ref !== null && 'type' in ref ? String(ref.type) : undefined;
  const wanted = scopesFor(message.method, reference);
  return wanted && !hasOneOf(grant.scopes, wanted) ? wanted : undefined;
}

/** The request with its parameters checked; undefined when the answer, -32602, has been given. */
function accepted(answer: Answer, message: RpcRequest): RpcRequest | undefined {
  try {
    return checkedParams(message);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    answer.finish(errorMessage(message.id, error));
    return undefined;
  }
}

async function serverFor(options: McpOptions, ctx: EdgeContext, contextOf: (request: ServerContext) => McpContext) {
  const [sdk, handlers] = await Promise.all([loadSdk(), options.handlers()]);
  const { info } = options;
  return createServer({ sdk, info, handlers, contextOf, visible: (error) => visibleError(options, ctx, error) });
}

/** What a caller may see of an error; the rest goes to the log. */
function visibleError({ log }: McpOptions, ctx: EdgeContext, error: unknown): RpcError {
  if (error instanceof RpcError) return error;
  return rpcErrorOf(error instanceof AppError && error.status < 500 ? error : asAppError(error, ctx, log));
}

function contextFor(
  options: McpOptions,
  ctx: EdgeContext,
  { call, admitted, session, message }: Request & { session: McpSessionRow },
  answer: Answer,
  left: AbortController,
  cancelled: AbortSignal,
): McpContext {
  const { deps, publicUrl } = options;
  const now = deps.clock.now();
  const notify = (method: string, params: Record<string, unknown>, eventId?: string) =>
    answer.send({ jsonrpc: '2.0', method, params }, eventId);
  const hangUp = () => {
    answer.finish(undefined);
    left.abort(LEFT);
  };
  return {
    deps,
    call,
    grant: admitted.grant,
    readmit: admitted.readmit,
    session,
    publicUrl,
    now,
    requestId: message.id,
    progressToken: answer.streams ? progressTokenOf(message) : undefined,
    cancelled,
    gone: left.signal,
    notify,
    mark(eventId) {
      if (ctx.res.closed) return false;
      const release = options.slots.take(session.partner_id);
      if (!release) return false;
      ctx.res.once('close', release);
      answer.mark(eventId);
      // From here on the client can come back, to any process; so the stream need not outlive this one, nor the token.
      lifeOf(options, ctx, admitted).addEventListener('abort', hangUp, { once: true });
      return true;
    },
    hangUp,
    log(level, data) {
      if (!isLogged(level, session.log_level)) return;
      notify('notifications/message', { level, logger: 'marketwright', data });
    },
  };
}
