import Negotiator from 'negotiator';
import { EVENT_STREAM } from '../../event-streams/event.ts';

/** Forms of a response. */
export type ResponseFormat = 'json' | 'events';

const JSON_TYPE = 'application/json';

/**
 * The form of the response to a request. Clients that accept both get events for tool calls, which can report progress,
 * and JSON otherwise. Undefined where the client accepts neither.
 */
export function responseFormat(accept: string | undefined, method: string): ResponseFormat | undefined {
  const { named, taken } = typesOf(accept);
  if (named.includes(EVENT_STREAM)) return named.includes(JSON_TYPE) && method !== 'tools/call' ? 'json' : 'events';
  if (taken.includes(JSON_TYPE)) return 'json';
  return taken.includes(EVENT_STREAM) ? 'events' : undefined;
}

/** Whether the client accepts a stream of events. */
export function takesEvents(accept: string | undefined): boolean {
  return typesOf(accept).taken.includes(EVENT_STREAM);
}

/** The types in the client's Accept header, and those of ours that it accepts, whatever parameters it adds. */
function typesOf(accept: string | undefined): { named: string[]; taken: string[] } {
  const negotiator = new Negotiator({ headers: { accept: accept?.trim().toLowerCase() || '*/*' } });
  const named = negotiator.mediaTypes();
  return { named, taken: [...named, ...negotiator.mediaTypes([JSON_TYPE, EVENT_STREAM])] };
}
