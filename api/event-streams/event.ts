import Negotiator from 'negotiator';

/** Media type of server-sent events (HTML, section 9.2.5). */
export const EVENT_STREAM = 'text/event-stream';

/** A server-sent event; data that is no string is written as JSON. */
export interface ServerSentEvent {
  event?: string;
  id?: string;
  data: unknown;
  /** After what time the client may reconnect, milliseconds. */
  retryMs?: number;
}

/** An event in the format of the stream (WHATWG HTML, section 9.2). */
export function sseEvent(event: ServerSentEvent): string {
  const data = typeof event.data === 'string' ? event.data : JSON.stringify(event.data);
  let text = '';
  if (event.event) text += `event: ${event.event}\n`;
  if (event.id) text += `id: ${event.id}\n`;
  if (event.retryMs) text += `retry: ${event.retryMs}\n`;
  for (const line of data.split(/\r\n|\r|\n/)) text += `data: ${line}\n`;
  return `${text}\n`;
}

/** Whether a client prefers events over JSON; JSON where it accepts both equally or names neither. */
export function prefersEvents(accept: string | undefined): boolean {
  const negotiator = new Negotiator({ headers: { accept: accept?.toLowerCase() } });
  return negotiator.mediaType(['application/json', EVENT_STREAM]) === EVENT_STREAM;
}
