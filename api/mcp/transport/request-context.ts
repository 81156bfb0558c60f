import type { Call } from '../../../domain/kernel/call.ts';
import type { ErrorDetails } from '../../../domain/kernel/problems.ts';
import { isLogged } from '../../../domain/mcp/rules.ts';
import type { McpLogLevel } from '../../../domain/mcp/table.ts';
import type { McpContext } from '../context.ts';
import { logMessage, type RpcRequest } from '../json-rpc.ts';
import type { ToolSelection } from '../toolsets.ts';
import type { Admitted, McpOptions } from './options.ts';
import type { ResponseWriter } from './response.ts';

/** Why a request's signal fires; creating an error for each would cost more than the rest. */
export const LEFT = 'the client has left';

/** An admitted request of a client. */
export interface ClientRequest {
  call: Call;
  admitted: Admitted;
  message: RpcRequest;
  /** What no record could store in a tool's arguments. */
  argumentProblems?: ErrorDetails | undefined;
}

type CommonContext = Omit<McpContext, 'offersTasks' | 'progressToken' | 'cancelled' | 'gone' | 'follow'>;

/** What the context of a request has in either version of the protocol. Without a level its client gets no log messages. */
export function commonContext(
  { deps, publicUrl }: McpOptions,
  { call, admitted, message, argumentProblems, selection }: ClientRequest & { selection: ToolSelection },
  answer: ResponseWriter,
  logLevel: McpLogLevel | undefined,
): CommonContext {
  const notify: McpContext['notify'] = (method, params, eventId) =>
    answer.send({ jsonrpc: '2.0', method, params }, eventId);
  return {
    deps,
    call,
    grant: admitted.grant,
    reauthenticate: admitted.reauthenticate,
    requireNotRevoked: admitted.credentialCheck.requireNotRevoked,
    publicUrl,
    now: deps.clock.now(),
    requestId: message.id,
    argumentProblems,
    selection,
    notify,
    log(level, data) {
      if (logLevel && isLogged(level, logLevel)) notify('notifications/message', logMessage(level, data));
    },
  };
}
