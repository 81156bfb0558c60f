/** Forms in which an answer can go out. */
export type AnswerForm = 'json' | 'events';

/** The form of the answer to a request: clients that take both get events for tool calls, which can report on the way, and JSON for the rest. */
export function answerForm(accept: string | undefined, method: string): AnswerForm {
  const types = typesOf(accept);
  if (!types.has('text/event-stream')) return 'json';
  return types.has('application/json') && method !== 'tools/call' ? 'json' : 'events';
}

/** Whether the client takes a stream of events. */
export function takesEvents(accept: string | undefined): boolean {
  const types = typesOf(accept);
  return types.size === 0 || types.has('text/event-stream') || types.has('text/*') || types.has('*/*');
}

function typesOf(accept: string | undefined): Set<string> {
  const types = (accept ?? '').split(',').map((part) => part.split(';')[0]?.trim().toLowerCase() ?? '');
  return new Set(types.filter(Boolean));
}
