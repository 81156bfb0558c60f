import { EventSourceParserStream } from 'eventsource-parser/stream';

/** An answer of the service, whatever its status. */
export interface Answer<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

/** One event of an execution's stream. */
export interface StreamEvent {
  type: string;
  data: Record<string, unknown>;
}

/** The public API as a partner's program uses it: a key and JSON over HTTP. */
export class DemoApi {
  readonly #baseUrl: string;
  readonly #key: string;

  constructor(baseUrl: string, key: string) {
    this.#baseUrl = baseUrl.replace(/\/+$/, '');
    this.#key = key;
  }

  /** The body of a GET; throws for anything but success. */
  async get<Body>(path: string): Promise<Body> {
    const answer = await this.#send<Body>('GET', path);
    return required(answer, `GET ${path}`);
  }

  /** The body of a POST; throws for anything but success. */
  async post<Body>(path: string, body: object = {}): Promise<Body> {
    const answer = await this.#send<Body>('POST', path, body);
    return required(answer, `POST ${path}`);
  }

  /** Removes something; throws for anything but success. */
  async remove(path: string): Promise<void> {
    required(await this.#send('DELETE', path), `DELETE ${path}`);
  }

  /** A POST whose status the caller looks at. */
  tryPost<Body>(path: string, body: object = {}, headers: Record<string, string> = {}): Promise<Answer<Body>> {
    return this.#send<Body>('POST', path, body, headers);
  }

  /** Server-sent events until the service ends the stream or the signal fires. */
  async *events(path: string, signal: AbortSignal): AsyncGenerator<StreamEvent> {
    const response = await fetch(this.#baseUrl + path, { headers: this.#headers(), signal });
    if (!response.ok || !response.body) throw new Error(`GET ${path} answered ${response.status}.`);
    const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
    for await (const { event = 'message', data } of events) yield { type: event, data: JSON.parse(data) };
  }

  async #send<Body>(method: string, path: string, body?: object, headers = {}): Promise<Answer<Body>> {
    const response = await fetch(this.#baseUrl + path, {
      method,
      headers: { ...this.#headers(), ...headers },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(30_000),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text === '' ? undefined : JSON.parse(text)) as Body,
    };
  }

  #headers(): Record<string, string> {
    return { authorization: `Bearer ${this.#key}`, 'content-type': 'application/json' };
  }
}

function required<Body>(answer: Answer<Body>, request: string): Body {
  if (answer.status < 400) return answer.body;
  throw new Error(`${request} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
}
