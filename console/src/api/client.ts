import { signIn } from '../auth/sign-in.ts';
import { getValidTokens, refreshTokens, type Tokens } from '../auth/tokens.ts';
import { getLanguage } from '../i18n/translations.ts';
import { ApiError } from './api-error.ts';
import { client } from './generated/client/client.gen.ts';
import { sendOnce } from './repeats.ts';

/** Points the generated client at this origin and authorizes its requests. */
export function configureClient(): void {
  client.setConfig({
    baseUrl: `${location.origin}/api/v1`,
    fetch: (request) => sendOnce(request as Request, authorizedFetch),
    throwOnError: true,
  });
  client.interceptors.error.use((error, response) => new ApiError(error, response));
}

/**
 * Sends a request with the person's access token. An expired or revoked token is refreshed once; if that fails, the person signs in again
 * and returns to the same address. A token that the API never accepted is not refreshed, because that would loop.
 */
export async function authorizedFetch(request: Request, signInAgain = signInAndReturn): Promise<Response> {
  const tokens = (await getValidTokens()) ?? (await signInAgain());
  const repeat = request.clone();
  const response = await send(request, tokens);
  if (response.status !== 401 || !tokens.wasAccepted) return response;
  await response.body?.cancel();
  return send(repeat, (await refreshTokens()) ?? (await signInAgain()));
}

/**
 * Sends a request that nobody waits for, such as one that is repeated in the background. It throws where a new sign-in is needed: leaving
 * the page would lose unsaved input, so that is left to the next request of the person.
 */
export function backgroundFetch(request: Request): Promise<Response> {
  return authorizedFetch(request, () => Promise.reject(new Error('A new sign-in is needed.')));
}

async function send(request: Request, tokens: Tokens): Promise<Response> {
  request.headers.set('Authorization', `Bearer ${tokens.access}`);
  request.headers.set('Accept-Language', getLanguage());
  const response = await fetch(request);
  if (response.status !== 401) tokens.wasAccepted = true;
  return response;
}

function signInAndReturn(): Promise<never> {
  return signIn(location.pathname + location.search + location.hash);
}
