import { signIn } from '../auth/sign-in.ts';
import { getValidTokens, refreshTokens, type Tokens } from '../auth/tokens.ts';
import { getLanguage } from '../i18n/translations.ts';
import { ApiError } from './api-error.ts';
import { client } from './generated/client/client.gen.ts';
import { sendOnce } from './repeats.ts';

/** After so long a page that was to be left is there to stay, milliseconds. */
const LEFT_WITHIN_MS = 5_000;

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
export async function authorizedFetch(
  request: Request,
  signInAgain: () => Promise<Tokens | undefined> = signInAndReturn,
): Promise<Response> {
  const tokens = (await getValidTokens()) ?? (await signInAgain());
  const repeat = request.clone();
  const response = await send(request, tokens);
  if (response.status !== 401 || !tokens?.wasAccepted) return response;
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

/** Sends a request that a person who types did not ask for: where a new sign-in is needed, its answer says so, and the page stays. */
export function quietFetch(request: Request): Promise<Response> {
  return authorizedFetch(request, () => Promise.resolve(undefined));
}

/** Without tokens the API says in the person's language that they are signed out. */
async function send(request: Request, tokens: Tokens | undefined): Promise<Response> {
  if (tokens) request.headers.set('Authorization', `Bearer ${tokens.access}`);
  request.headers.set('Accept-Language', getLanguage());
  const response = await fetch(request);
  if (isForeign(response)) {
    await response.body?.cancel();
    throw new TypeError('Another has answered.');
  }
  if (tokens && response.status !== 401) tokens.wasAccepted = true;
  return response;
}

/**
 * Whether a success is none of the API's, which has a type, and is a page only where it is a file: a network that asks people to agree to
 * something, or a proxy, has answered. What was to be saved is not.
 */
function isForeign({ ok, status, headers }: Response): boolean {
  if (!ok || status === 204) return false;
  const type = headers.get('Content-Type');
  return (
    type === null ||
    headers.get('Content-Length') === '0' ||
    (type.startsWith('text/html') && !headers.has('Content-Disposition'))
  );
}

/** Resolves only where the person chooses to stay, as browsers ask while something is not saved. */
function signInAndReturn(): Promise<undefined> {
  const stay = new Promise<undefined>((resolve) => {
    window.addEventListener('beforeunload', () => setTimeout(resolve, LEFT_WITHIN_MS), { once: true });
  });
  return Promise.race([signIn(location.pathname + location.search + location.hash), stay]);
}
