import { parseJson } from './files.ts';

/** Calls the API as the administrator; throws unless it succeeds. */
export type AdminApi = (method: string, path: string, body?: object) => Promise<unknown>;

/** The API at `apiUrl`, which ends in /api/v1, for the holder of an administrator key. */
export function adminApi({ apiUrl, signal }: { apiUrl: string; signal: AbortSignal }, key: string): AdminApi {
  return async (method, place, body) => {
    const response = await fetch(`${apiUrl}${place}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: 'application/json' },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.any([signal, AbortSignal.timeout(30_000)]),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`Seeding: ${method} ${place} answered ${response.status}: ${text}`);
    return parseJson(text);
  };
}
