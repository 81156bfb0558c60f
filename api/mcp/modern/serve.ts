import type { Call } from '../../../domain/kernel/call.ts';
import type { HttpContext } from '../../context.ts';
import { mcpScopeChallenge } from '../../oauth/challenge.ts';
import { sendJson } from '../../send.ts';
import type { McpContext } from '../context.ts';
import { badRequest, Refusal, visibleError } from '../failure.ts';
import { clientInputOf } from '../input/client-input.ts';
import { CODES, errorMessage, type Incoming, RpcError, resultMessage, truncateName } from '../json-rpc.ts';
import { DEFAULT, selectionOf } from '../toolsets.ts';
import { lifetimeOf } from '../transport/admission.ts';
import type { Admitted, McpOptions } from '../transport/options.ts';
import { answering, checked, lackingScopes, respondTo } from '../transport/request.ts';
import { commonContext, LEFT } from '../transport/request-context.ts';
import { type ResponseWriter, whenClosed } from '../transport/response.ts';
import { traceRequest } from '../transport/trace-request.ts';
import { asksInForms, lacksTasks, META, offersTasks, readEnvelope } from './envelope.ts';
import { checkHeaders } from './headers.ts';
import { listen } from './listen.ts';
import { finishedResult, isOfTasks, LISTEN, methodNamed } from './methods.ts';
import type { ModernRequest } from './request.ts';

/**
 * Serves a message of the version without sessions. Clients can rely on the order of checks of a request: version and
 * headers (400), `_meta` (400), method (404), scopes (403), then those of the method. Throws Refusal and AppError before
 * the response has begun.
 */
export async function serveModern(
  options: McpOptions,
  ctx: HttpContext,
  { call, admitted, incoming }: { call: Call; admitted: Admitted; incoming: Incoming },
): Promise<void> {
  if (incoming.kind === 'reply') throw badRequest('This version of the protocol has no requests to clients.');
  // The version has no notification with an effect: a client cancels a request by closing its stream.
  if (incoming.kind === 'notification') return sendJson(ctx, 202, undefined);
  const { message, argumentProblems } = incoming;
  await answering(options, ctx, message, async () => {
    checkHeaders(ctx.req.headers, message);
    const request = { call, admitted, message, envelope: readEnvelope(message.params), argumentProblems };
    await traceRequest(options.tracing, ctx, message, () => serveRequest(options, ctx, request));
  });
}

async function serveRequest(options: McpOptions, ctx: HttpContext, request: ModernRequest): Promise<void> {
  const { id, method } = request.message;
  const known = methodNamed(method);
  if (!known && method !== LISTEN) {
    throw new Refusal(404, new RpcError(CODES.methodNotFound, `Method not found: ${truncateName(method)}`));
  }
  const lacking = lackingScopes(request);
  if (lacking) {
    const challenge = { 'WWW-Authenticate': mcpScopeChallenge(options.publicUrl, lacking) };
    const error = new RpcError(CODES.internalError, `${method} needs another scope.`, { scopes: lacking });
    throw new Refusal(403, error, challenge);
  }
  if (!known) return listen(options, ctx, request);
  if (isOfTasks(method) && !offersTasks(request.envelope)) throw lacksTasks();
  const selection = selectionOf(ctx.path, ctx.req.headers, DEFAULT);
  const answer = respondTo(ctx, method);
  const message = checked(answer, request.message);
  if (!message) return;
  try {
    const context = contextFor(options, ctx, { ...request, selection }, answer);
    const result = await known.result(await options.handlers(), context, message.params ?? {});
    answer.finish(resultMessage(id, finishedResult(result, known.kept)));
  } catch (error) {
    // As long as nothing is sent, what the client lacks can be refused with a status of its own.
    if (error instanceof Refusal && !ctx.headerSent) throw error;
    answer.finish(errorMessage(id, visibleError(error, ctx, options.log)));
  }
  await answer.finished;
}

function contextFor(
  options: McpOptions,
  ctx: HttpContext,
  request: ModernRequest & Pick<McpContext, 'selection'>,
  answer: ResponseWriter,
): McpContext {
  const { call, admitted, envelope } = request;
  const progressToken = answer.streams ? envelope.progressToken : undefined;
  const cancelled = new AbortController();
  const gone = new AbortController();
  whenClosed(ctx, () => {
    if (ctx.res.writableFinished) return;
    cancelled.abort(LEFT);
    gone.abort(LEFT);
  });
  return {
    ...commonContext(options, request, answer, envelope[META.logLevel]),
    offersTasks: offersTasks(envelope),
    input: asksInForms(envelope) ? clientInputOf(request.message.params ?? {}, options.confirmCredits) : undefined,
    progressToken,
    cancelled: cancelled.signal,
    gone: gone.signal,
    async follow(executionId) {
      if (progressToken === undefined || ctx.res.closed) return undefined;
      const leave = options.streams.enter(call.actor);
      if (!leave) return undefined;
      ctx.res.once('close', leave);
      // The client then gets the state that the execution has by now.
      lifetimeOf(options, ctx, admitted).signal.addEventListener('abort', () => gone.abort(LEFT), { once: true });
      return { execution_id: executionId, progress_token: progressToken };
    },
  };
}
