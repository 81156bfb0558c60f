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
import {
  CODES,
  errorMessage,
  type RequestId,
  RpcError,
  type RpcRequest,
  resultMessage,
  truncateName,
} from '../json-rpc.ts';
import { ALL, selectionOf } from '../toolsets.ts';
import { lifetimeOf } from './admission.ts';
import { sessionMethod } from './methods.ts';
import type { McpOptions } from './options.ts';
import { checkedParams, progressTokenOf } from './params.ts';
import { type ClientRequest, commonContext, LEFT } from './request-context.ts';
import { openResponse, type ResponseWriter, responseFormat, whenClosed } from './response.ts';
import { whenSessionEnds } from './session.ts';

/** A client's request within a session. */
export interface SessionRequest extends ClientRequest {
  session: McpSessionRow;
}

/** Serves a request. Throws Refusal and AppError before the response has begun. */
export async function serveRequest(options: McpOptions, ctx: HttpContext, request: SessionRequest): Promise<void> {
  const { session } = request;
  const { method, id } = request.message;
  const selection = selectionOf(ctx.path, ctx.req.headers, ALL);
  const answer = respondTo(ctx, method);
  const known = sessionMethod(method);
  const lacking = known && lackingScopes(request);
  if (lacking) {
    ctx.set('WWW-Authenticate', mcpScopeChallenge(options.publicUrl, lacking));
    answer.finish(
      errorMessage(id, new RpcError(CODES.internalError, `${method} needs another scope.`, { scopes: lacking })),
    );
    return;
  }
  const message = checked(answer, request.message, known !== undefined);
  if (!message) return;
  if (!known) {
    answer.finish(errorMessage(id, new RpcError(CODES.methodNotFound, `Method not found: ${truncateName(method)}`)));
    return;
  }
  const signals = { cancelled: new AbortController(), left: new AbortController() };
  whenClosed(ctx, () => {
    if (!ctx.res.writableFinished) signals.left.abort(LEFT);
  });
  const context = contextFor(options, ctx, { ...request, message, selection }, answer, signals);
  const close = options.clientRequests?.open(session, id, answer.send);
  const unsubscribe =
    method === 'tools/call' ? whenCancelled(options, session, id, signals.cancelled, answer) : undefined;
  const run = async () => {
    try {
      answer.finish(resultMessage(id, await known(await options.handlers(), context, message.params ?? {})));
    } catch (error) {
      answer.finish(errorMessage(id, visibleError(error, ctx, options.log)));
    }
  };
  try {
    // A client that has left or cancelled waits for nothing; what was begun comes to its own end.
    void run();
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

/** The request with validated parameters, of a known method its own, too; undefined when -32602 was sent. */
export function checked(answer: ResponseWriter, message: RpcRequest, isKnown = true): RpcRequest | undefined {
  try {
    return checkedParams(message, isKnown);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    answer.finish(errorMessage(message.id, error));
    return undefined;
  }
}

/** Cancels a call when any process receives the client's cancellation. Returns a function that stops listening. */
function whenCancelled(
  { deps }: McpOptions,
  session: McpSessionRow,
  requestId: RequestId,
  controller: AbortController,
  answer: ResponseWriter,
): () => void {
  return deps.notifications.subscribe(cancellationTopic(session, requestId), () => {
    controller.abort();
    // A cancelling client does not wait for a response, but one that asked for JSON gets one anyway.
    const cancelled = new RpcError(CODES.internalError, 'The request was cancelled.');
    answer.finish(answer.streams ? undefined : errorMessage(requestId, cancelled));
  });
}

/** The scopes of which the grant would need one; undefined when it has one, or needs none. */
export function lackingScopes({ admitted: { grant }, message }: Pick<SessionRequest, 'admitted' | 'message'>) {
  const ref = message.params?.['ref'];
  const type = typeof ref === 'object' && ref !== null && 'type' in ref ? ref.type : undefined;
  // Before the parameters are validated: only a text is one of the types.
  const wanted = scopesFor(message.method, typeof type === 'string' ? type : undefined);
  return wanted && !hasOneOf(grant.scopes, wanted) ? wanted : undefined;
}

function contextFor(
  options: McpOptions,
  ctx: HttpContext,
  request: SessionRequest & Pick<SessionContext, 'selection'>,
  answer: ResponseWriter,
  { cancelled, left }: { cancelled: AbortController; left: AbortController },
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
    ctx.res.once('close', whenSessionEnds(options, session, hangUp));
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
    cancelled: cancelled.signal,
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
