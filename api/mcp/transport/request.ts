import type { Server, ServerContext } from '@modelcontextprotocol/server';
import { perform } from '../../../domain/kernel/step.ts';
import { cancellationTopic } from '../../../domain/mcp/rules.ts';
import { hasOneOf, scopesFor } from '../../../domain/mcp/scopes.ts';
import { recordCall } from '../../../domain/mcp/steps/calls.ts';
import type { McpSessionRow } from '../../../domain/mcp/table.ts';
import type { HttpContext } from '../../context.ts';
import { mcpScopeChallenge } from '../../oauth/challenge.ts';
import type { SessionContext } from '../context.ts';
import { callEventId } from '../execute.ts';
import { badRequest, refusalOf, visibleError } from '../failure.ts';
import { CODES, errorMessage, type RequestId, RpcError, type RpcRequest } from '../json-rpc.ts';
import { ALL, selectionOf } from '../toolsets.ts';
import { lifetimeOf } from './admission.ts';
import type { McpOptions } from './options.ts';
import { checkedParams, progressTokenOf } from './params.ts';
import { type ClientRequest, commonContext, LEFT } from './request-context.ts';
import { openResponse, type ResponseWriter, responseFormat } from './response.ts';
import { createServer, isTaken, loadSdk, RequestTransport } from './server.ts';

/** A client's request within a session. */
export interface SessionRequest extends ClientRequest {
  session: McpSessionRow;
}

/** Serves a request with a server instance of its own. Throws Refusal and AppError before the response has begun. */
export async function serveRequest(options: McpOptions, ctx: HttpContext, request: SessionRequest): Promise<void> {
  const { log } = options;
  const { session } = request;
  const { method, id } = request.message;
  const selection = selectionOf(ctx.path, ctx.req.headers, ALL);
  const answer = respondTo(ctx, method);
  const lacking = lackingScopes(request);
  if (lacking) {
    ctx.set('WWW-Authenticate', mcpScopeChallenge(options.publicUrl, lacking));
    answer.finish(
      errorMessage(id, new RpcError(CODES.internalError, `${method} needs another scope.`, { scopes: lacking })),
    );
    return;
  }
  const message = checked(answer, request.message);
  if (!message) return;

  const left = new AbortController();
  ctx.res.once('close', () => left.abort(LEFT));
  const server = await serverFor(options, ctx, ({ mcpReq }) =>
    contextFor(options, ctx, { ...request, message, selection }, answer, left, mcpReq.signal),
  );
  const transport = new RequestTransport((reply) => {
    // Requests to the client are sent before the response, as notifications are.
    if ('method' in reply) answer.send(reply);
    else answer.finish(reply);
  });
  // The rest of such an error can contain the whole message.
  server.onerror = ({ message: words }) =>
    log.warn({ reason: words.split(':', 1)[0], request_id: ctx.state.requestId }, 'the MCP server objects');
  await server.connect(transport);
  const close = options.clientRequests?.open(session, transport);
  const unsubscribe = method === 'tools/call' ? whenCancelled(options, session, id, transport, answer) : undefined;
  try {
    if (!isTaken(server, transport, message)) answer.finish(rejection(message));
    await answer.finished;
  } finally {
    unsubscribe?.();
    close?.();
  }
}

/** Adds the request's id to every refusal from here on. */
export async function answering(
  { log }: McpOptions,
  ctx: HttpContext,
  { id }: RpcRequest,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw refusalOf(error, ctx, log).to(id);
  }
}

/** Opens the response in the form that the client accepts. Throws a 406 Refusal where it accepts none. */
export function respondTo(ctx: HttpContext, method: string): ResponseWriter {
  const form = responseFormat(ctx.req.headers.accept, method);
  if (!form) throw badRequest('Answers are application/json or text/event-stream; accept one of them.', 406);
  return openResponse(ctx, form);
}

/** The request with validated parameters; undefined when -32602 was sent. */
export function checked(answer: ResponseWriter, message: RpcRequest): RpcRequest | undefined {
  try {
    return checkedParams(message);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    answer.finish(errorMessage(message.id, error));
    return undefined;
  }
}

/** The response to a request that the protocol's SDK does not accept. */
export function rejection({ id, method }: RpcRequest): object {
  return errorMessage(
    id,
    new RpcError(CODES.invalidRequest, `This is no request of ${method} as the protocol has it.`),
  );
}

/** Creates a server for the request; errors that the caller may not see are logged. */
export async function serverFor(
  options: McpOptions,
  ctx: HttpContext,
  contextOf: (request: ServerContext) => SessionContext,
): Promise<Server> {
  const [sdk, handlers] = await Promise.all([loadSdk(), options.handlers()]);
  const visible = (error: unknown) => visibleError(error, ctx, options.log);
  return createServer({ sdk, info: options.info, handlers, contextOf, visible });
}

/** Cancels a call when any process receives the client's cancellation. Returns a function that stops listening. */
function whenCancelled(
  { deps }: McpOptions,
  session: McpSessionRow,
  requestId: RequestId,
  transport: RequestTransport,
  answer: ResponseWriter,
): () => void {
  return deps.notifications.subscribe(cancellationTopic(session, requestId), () => {
    transport.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });
    // A cancelling client does not wait for a response, but one that asked for JSON gets one anyway.
    const cancelled = new RpcError(CODES.internalError, 'The request was cancelled.');
    answer.finish(answer.streams ? undefined : errorMessage(requestId, cancelled));
  });
}

/** The scopes of which the grant would need one; undefined when it has one, or needs none. */
export function lackingScopes({ admitted: { grant }, message }: Pick<SessionRequest, 'admitted' | 'message'>) {
  const ref = message.params?.['ref'];
  const reference = typeof ref === 'object' && ref !== null && 'type' in ref ? String(ref.type) : undefined;
  const wanted = scopesFor(message.method, reference);
  return wanted && !hasOneOf(grant.scopes, wanted) ? wanted : undefined;
}

function contextFor(
  options: McpOptions,
  ctx: HttpContext,
  request: SessionRequest & Pick<SessionContext, 'selection'>,
  answer: ResponseWriter,
  left: AbortController,
  cancelled: AbortSignal,
): SessionContext {
  const { deps } = options;
  const { call, admitted, session, message } = request;
  const hangUp = () => {
    answer.finish(undefined);
    left.abort(LEFT);
  };
  const mark = (eventId: string) => {
    if (ctx.res.closed) return false;
    const leave = options.streams.enter(call.actor);
    if (!leave) return false;
    ctx.res.once('close', leave);
    answer.mark(eventId);
    // From here on the client can resume on any process, so the stream need not outlive this one, nor the token.
    lifetimeOf(options, ctx, admitted).signal.addEventListener('abort', hangUp, { once: true });
    return true;
  };
  const progressToken = answer.streams ? progressTokenOf(message) : undefined;
  return {
    ...commonContext(options, request, answer, session.log_level),
    session,
    offersTasks: false,
    progressToken,
    cancelled,
    gone: left.signal,
    async follow(executionId) {
      if (progressToken === undefined) return undefined;
      const waiting = { session_id: session.id, request_id: message.id, progress_token: progressToken };
      const recorded = await perform(deps, recordCall, { ...waiting, execution_id: executionId });
      return mark(callEventId(recorded.id, 0)) ? recorded : undefined;
    },
    mark,
    hangUp,
  };
}
