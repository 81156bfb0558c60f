import type { Error as ErrorBody } from './generated/client/types.gen.ts';

/** An error response of the API, or a request that got no response, or only the beginning of one. */
export class ApiError extends Error {
  /** Error code of the API. Undefined when there was no response. */
  readonly code: ErrorBody['error']['code'] | undefined;
  /** Undefined when there was no response, and for a success that broke off: nothing is known of what it said. */
  readonly status: number | undefined;
  /** Whether a success could not be read whole. */
  readonly isIncomplete: boolean;
  /** What the API says, in the person's language. */
  readonly said: string | undefined;
  /** Messages by field. Nested fields have dotted names. */
  readonly details: Readonly<Record<string, readonly string[]>>;
  /** The service's logs contain this id. */
  readonly requestId: string | undefined;

  constructor(body: unknown, response: Response | undefined) {
    const error = (body as Partial<ErrorBody> | undefined)?.error;
    const isIncomplete = response?.ok ?? false;
    const said = isIncomplete ? undefined : error?.message;
    super(said ?? (response ? `The service answered ${response.status}.` : 'The service cannot be reached.'), {
      cause: body,
    });
    this.name = 'Problem';
    this.isIncomplete = isIncomplete;
    this.said = said;
    this.code = error?.code;
    this.status = isIncomplete ? undefined : response?.status;
    this.details = error?.details ?? {};
    this.requestId = response?.headers.get('X-Request-Id') ?? undefined;
  }
}
