import Negotiator from 'negotiator';
import { EVENT_STREAM } from '../../event-streams/content-type.ts';

/** Forms in which an answer can go out. */
export type AnswerForm = 'json' | 'events';

const JSON_TYPE = 'application/json';

/**
 * The form of the answer to a request: clients that name both get events for tool calls, which can report on the way, and JSON for the
 * rest. Undefined where the client takes neither.
 */
export function answerForm(accept: string | undefined, method: string): AnswerForm | undefined {
  const { named, taken } = typesOf(accept);
  if (named.includes(EVENT_STREAM)) return named.includes(JSON_TYPE) && method !== 'tools/call' ? 'json' : 'events';
  if (taken.includes(JSON_TYPE)) return 'json';
  return taken.includes(EVENT_STREAM) ? 'events' : undefined;
}

/** Whether the client takes a stream of events. */
export function takesEvents(accept: string | undefined): boolean {
  return typesOf(accept).taken.includes(EVENT_STREAM);
}

/** The types that the client names, and those of ours that it takes; it takes what it names, whatever parameters it adds. */
function typesOf(accept: string | undefined): { named: string[]; taken: string[] } {
  const negotiator = new Negotiator({ headers: { accept: accept?.trim().toLowerCase() || '*/*' } });
  const named = negotiator.mediaTypes();
  return { named, taken: [...named, ...negotiator.mediaTypes([JSON_TYPE, EVENT_STREAM])] };
}
