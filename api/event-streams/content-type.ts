/** Media type of server-sent events (HTML, section 9.2.5). */
export const EVENT_STREAM = 'text/event-stream';
