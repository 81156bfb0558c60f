/** An event of a stream. */
export interface StreamEvent {
  /** Name of the event; `message` where the service gives none. */
  event: string;
  /** Id of the last event that had one; empty before. */
  id: string;
  /** Its text, mostly JSON. */
  data: string;
}

/** Characters without the end of an event; more are not the service's. */
const MAX_LENGTH = 16 * 1024 * 1024;
const LINE_END = /\r\n|\r|\n/;

/** Reads server-sent events from pieces of text (WHATWG HTML, section 9.2.6). */
export class EventParser {
  /** Id of the last event. */
  lastId: string;
  /** What the service asks to wait before a new connection, milliseconds. */
  retryMs: number | undefined;
  /** The pieces of the line that has begun; joined once it is whole, since it may come in thousands. */
  #pieces: string[] = [];
  #event = '';
  #data: string[] = [];
  #size = 0;
  #isFirst = true;
  #endsWithReturn = false;

  constructor(lastId: string) {
    this.lastId = lastId;
  }

  /** The events that a piece of text completes. Throws a RangeError where one is longer than 16 MiB. */
  push(piece: string): StreamEvent[] {
    if (piece === '') return [];
    let text = piece;
    if (this.#isFirst) text = text.replace(/^\uFEFF/, '');
    // The end of a line that came in two pieces.
    else if (this.#endsWithReturn && text.startsWith('\n')) text = text.slice(1);
    this.#isFirst = false;
    this.#endsWithReturn = piece.endsWith('\r');
    const lines = text.split(LINE_END);
    const rest = lines.pop() ?? '';
    const events: StreamEvent[] = [];
    for (const line of lines) {
      const event = this.#line(this.#pieces.join('') + line);
      this.#pieces = [];
      if (event) events.push(event);
    }
    if (rest !== '') this.#pieces.push(rest);
    this.#size += text.length;
    if (this.#size > MAX_LENGTH) throw new RangeError('An event of the stream is too long.');
    return events;
  }

  #line(line: string): StreamEvent | undefined {
    if (line === '') return this.#dispatch();
    const colon = line.indexOf(':');
    if (colon === 0) return undefined;
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'event') this.#event = value;
    if (name === 'id' && !value.includes('\0')) this.lastId = value;
    if (name === 'retry' && /^\d{1,9}$/.test(value)) this.retryMs = Number(value);
    if (name === 'data') this.#data.push(value);
    return undefined;
  }

  #dispatch(): StreamEvent | undefined {
    const [event, data] = [this.#event || 'message', this.#data];
    this.#event = '';
    this.#data = [];
    this.#size = 0;
    return data.length === 0 ? undefined : { event, id: this.lastId, data: data.join('\n') };
  }
}
