import type { ServerResponse } from 'node:http';
import { sendJson } from '../http.ts';

/** An error in the envelope of the OpenAI API. */
export function sendError(response: ServerResponse, status: number, message: string, code: string | null = null): void {
  const type = status === 429 ? 'rate_limit_error' : status >= 500 ? 'server_error' : 'invalid_request_error';
  sendJson(response, status, { error: { message, type, param: null, code } });
}
