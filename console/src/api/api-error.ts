import type { Error as ErrorBody } from './generated/client/types.gen.ts';

/** An error response of the API, or a request that got no response. */
export class ApiError extends Error {
  /** Error code of the API. Undefined when there was no response. */
  readonly code: ErrorBody['error']['code'] | undefined;
  readonly status: number | undefined;
  /** Messages by field. Nested fields have dotted names. */
  readonly details: Readonly<Record<string, readonly string[]>>;
  /** The service's logs contain this id. */
  readonly requestId: string | undefined;

  constructor(body: unknown, response: Response | undefined) {
    const error = (body as Partial<ErrorBody> | undefined)?.error;
    super(
      error?.message ?? (response ? `The service answered ${response.status}.` : 'The service cannot be reached.'),
      {
        cause: body,
      },
    );
    this.name = 'Problem';
    this.code = error?.code;
    this.status = response?.status;
    this.details = error?.details ?? {};
    this.requestId = response?.headers.get('X-Request-Id') ?? undefined;
  }
}
