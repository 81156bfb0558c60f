import Negotiator from 'negotiator';

/** Forms in which an answer can go out. */
export type AnswerForm = 'json' | 'events';

const JSON_TYPE = 'application/json';
const EVENTS_TYPE = 'text/event-stream';

/**
 * The form of the answer to a request: clients that name both get events for tool calls, which can report on the way, and JSON for the
 * rest. Undefined where the client takes neither.
 */
export function answerForm(accept: string | undefined, method: string): AnswerForm | undefined {
  const { named, taken } = typesOf(accept);
  if (named.includes(EVENTS_TYPE)) return named.includes(JSON_TYPE) && method !== 'tools/call' ? 'json' : 'events';
  if (taken.includes(JSON_TYPE)) return 'json';
  return taken.includes(EVENTS_TYPE) ? 'events' : undefined;
}

/** Whether the client takes a stream of events. */
export function takesEvents(accept: string | undefined): boolean {
  return typesOf(accept).taken.includes(EVENTS_TYPE);
}

/** The types that the client names, and those of ours that it takes; it takes what it names, whatever parameters it adds. */
function typesOf(accept: string | undefined): { named: string[]; taken: string[] } {
  const negotiator = new Negotiator({ headers: { accept: accept?.trim().toLowerCase() || '*/*' } });
  const named = negotiator.mediaTypes();
  return { named, taken: [...named, ...negotiator.mediaTypes([JSON_TYPE, EVENTS_TYPE])] };
}
