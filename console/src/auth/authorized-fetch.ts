import { signIn } from './sign-in.ts';
import { freshTokens, renewTokens, type Tokens } from './tokens.ts';

/** A token that is refused so soon after it was made is not refused for its age; a new sign-in would lead here again. */
const NEW_MS = 5_000;

/**
 * Asks the API as the person who is signed in. A token that has ended, or was revoked, is renewed once; where it cannot be, the person
 * signs in anew and comes back to the same place.
 */
export async function authorizedFetch(request: Request): Promise<Response> {
  const tokens = (await freshTokens()) ?? (await signInHere());
  const repeat = request.clone();
  const response = await send(request, tokens);
  if (response.status !== 401 || performance.now() - tokens.obtainedAt < NEW_MS) return response;
  await response.body?.cancel();
  return send(repeat, (await renewTokens()) ?? (await signInHere()));
}

function send(request: Request, tokens: Tokens): Promise<Response> {
  request.headers.set('Authorization', `Bearer ${tokens.access}`);
  return fetch(request);
}

function signInHere(): Promise<never> {
  return signIn(location.pathname + location.search + location.hash);
}
