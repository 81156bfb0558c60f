import type { Tracing } from '../../../infra/telemetry/tracing.ts';
import type { HttpContext } from '../../context.ts';
import type { RpcRequest } from '../json-rpc.ts';
import { LISTEN, methodNamed } from '../modern/methods.ts';
import { isKnownMethod } from './params.ts';

/**
 * Serves a client's request in a span by the conventions for MCP: below the HTTP request, or, where `_meta` names a span of
 * the client, in that one's trace with a link to the HTTP request. Like a header, it does not decide what is recorded, and
 * one that is not valid is ignored. Without arguments and results.
 */
export function traceRequest(
  tracing: Tracing | undefined,
  { state }: HttpContext,
  { method, params = {} }: RpcRequest,
  work: () => Promise<void>,
): Promise<void> {
  if (!tracing) return work();
  const known = isKnownMethod(method) || methodNamed(method) || method === LISTEN ? method : 'other';
  const meta = params['_meta'];
  const given = typeof meta === 'object' && meta !== null && 'traceparent' in meta ? meta.traceparent : undefined;
  const name = params['name'];
  const attributes = {
    'mcp.method.name': known,
    'gen_ai.tool.name': known === 'tools/call' && typeof name === 'string' ? name : undefined,
    'marketwright.request_id': state.requestId,
  };
  const origin = given === undefined ? {} : { origin: { stranger: given } };
  return tracing.run({ name: known, kind: 'server', attributes, ...origin }, () => work());
}
