/** Forms in which an answer can go out. */
export type AnswerForm = 'json' | 'events';

const JSON_TYPE = 'application/json';
const EVENTS_TYPE = 'text/event-stream';

/**
 * The form of the answer to a request: clients that name both get events for tool calls, which can report on the way, and JSON for the
 * rest. Undefined where the client takes neither.
 */
export function answerForm(accept: string | undefined, method: string): AnswerForm | undefined {
  const ranges = rangesOf(accept);
  if (ranges.get(EVENTS_TYPE)) return ranges.get(JSON_TYPE) && method !== 'tools/call' ? 'json' : 'events';
  if (takes(ranges, JSON_TYPE)) return 'json';
  return takes(ranges, EVENTS_TYPE) ? 'events' : undefined;
}

/** Whether the client takes a stream of events. */
export function takesEvents(accept: string | undefined): boolean {
  return takes(rangesOf(accept), EVENTS_TYPE);
}

/** The narrowest range that fits decides (RFC 9110, section 12.5.1); without any, everything is taken. */
function takes(ranges: ReadonlyMap<string, boolean>, type: string): boolean {
  const wider = type.replace(/\/.*/, '/*');
  return ranges.get(type) ?? ranges.get(wider) ?? ranges.get('*/*') ?? ranges.size === 0;
}

/** Ranges of types, and whether the client takes them, which a weight of 0 says that it does not. */
function rangesOf(accept: string | undefined): Map<string, boolean> {
  const ranges = new Map<string, boolean>();
  for (const part of accept?.split(',') ?? []) {
    const [range = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    if (range !== '') ranges.set(range, !parameters.some((parameter) => /^q=0(\.0{0,3})?$/.test(parameter)));
  }
  return ranges;
}
