import type { Call } from '../../../domain/kernel/call.ts';
import { cancellationTopic, isLogged } from '../../../domain/mcp/rules.ts';
import type { McpSessionRow } from '../../../domain/mcp/table.ts';
import type { HttpContext } from '../../context.ts';
import { openEventStream } from '../../event-streams/writer.ts';
import type { ResumedCall } from '../handlers/handlers.ts';
import { logMessage } from '../json-rpc.ts';
import type { Admitted, McpOptions } from './options.ts';

interface ResumedStream {
  /** Its signal ends the stream. */
  call: Call;
  session: McpSessionRow;
  readmit: Admitted['readmit'];
  resumed: ResumedCall;
}

/** Sends the rest of a call whose stream was interrupted, on any process. Resuming again ends the earlier stream. */
export async function resumeCall(options: McpOptions, ctx: HttpContext, resuming: ResumedStream): Promise<void> {
  const { deps } = options;
  const { session, readmit, resumed } = resuming;
  const cancelled = new AbortController();
  const topic = cancellationTopic(session, resumed.requestId);
  const { replaced, leave } = options.resumed.enter(topic);
  const call: Call = { ...resuming.call, signal: AbortSignal.any([resuming.call.signal, replaced]) };
  const unsubscribe = deps.notifications.subscribe(topic, () => cancelled.abort());
  const stream = openEventStream(ctx);
  const notify = (method: string, params: Record<string, unknown>, eventId?: string) =>
    stream.event({ event: 'message', data: { jsonrpc: '2.0', method, params }, ...(eventId && { id: eventId }) });
  call.signal.addEventListener('abort', () => stream.end(), { once: true });
  try {
    const answer = await resumed.follow({
      deps,
      call,
      readmit,
      cancelled: cancelled.signal,
      gone: call.signal,
      notify,
      log(level, data) {
        if (isLogged(level, session.log_level)) notify('notifications/message', logMessage(level, data));
      },
    });
    if (!call.signal.aborted && !cancelled.signal.aborted) stream.event({ event: 'message', data: answer });
  } finally {
    unsubscribe();
    leave();
    stream.end();
  }
  await stream.closed;
}
