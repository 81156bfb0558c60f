import type { Error as ErrorBody } from './generated/client/types.gen.ts';

/** What the API, or the way to it, has refused. */
export class ApiError extends Error {
  /** The API's code; undefined: there was no answer of it. */
  readonly code: ErrorBody['error']['code'] | undefined;
  readonly status: number | undefined;
  /** Field, dotted where it is nested, to what is wrong with it. */
  readonly details: Readonly<Record<string, readonly string[]>>;
  /** Under which the service's logs have it. */
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
