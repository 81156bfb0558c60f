import type { AiObservation } from '../ai/attempt.ts';
import type { AiConfig } from '../ai/provider.ts';
import type { OutboundObservation } from '../http/guarded-client.ts';
import type { Tracing } from './tracing.ts';

/** Longest name of a span, characters; requests may name any model. */
const MAX_NAME_LENGTH = 100;

/** Adds spans of calls that are over: of the AI, by OpenTelemetry's conventions for generative AI, and of marketplace pages. */
export function createCallSpans(
  tracing: Tracing,
  { provider, sandbox: stand }: Pick<AiConfig, 'provider' | 'sandbox'>,
) {
  const hostOf = (isSandbox: boolean) => URL.parse((isSandbox ? stand : provider)?.baseUrl ?? '')?.hostname;
  return {
    /** Model and tokens; never what was asked or answered. */
    ai(call: AiObservation): void {
      const { operation, model, answeredBy, purpose, sandbox, outcome, seconds, requests, usage } = call;
      const verb = operation === 'embed' ? 'embeddings' : 'chat';
      tracing.record({
        name: `${verb} ${model}`.slice(0, MAX_NAME_LENGTH),
        kind: 'client',
        durationMs: seconds * 1_000,
        attributes: {
          'gen_ai.operation.name': verb,
          'gen_ai.provider.name': 'openai',
          'gen_ai.output.type': operation === 'embed' ? undefined : operation === 'generateObject' ? 'json' : 'text',
          'gen_ai.request.model': model,
          'gen_ai.response.model': answeredBy,
          'gen_ai.usage.input_tokens': usage.inputTokens,
          'gen_ai.usage.output_tokens': usage.outputTokens,
          'server.address': hostOf(sandbox),
          'marketwright.ai.task': purpose.task,
          'marketwright.ai.sandbox': sandbox,
          'marketwright.ai.requests': requests,
        },
        errorType: outcome === 'ok' ? undefined : outcome,
      });
    },

    /** Host and status; never the path, which may hold what only its owner may know. */
    http({ method, host, port, status, kind, durationMs }: OutboundObservation): void {
      tracing.record({
        name: method,
        kind: 'client',
        durationMs,
        attributes: {
          'http.request.method': method,
          'server.address': host,
          'server.port': port,
          'http.response.status_code': status,
        },
        errorType: kind ?? (status !== undefined && status >= 400 ? String(status) : undefined),
      });
    },
  };
}
