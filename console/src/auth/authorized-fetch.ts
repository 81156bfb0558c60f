import { signIn } from './sign-in.ts';
import { getValidTokens, refreshTokens, type Tokens } from './tokens.ts';

/**
 * Asks the API as the person who is signed in. A token that has ended, or was revoked, is renewed once; where it cannot be, the person
 * signs in anew and comes back to the same place. A token that the API has never taken is refused for another reason, and a new sign-in
 * would lead here again.
 */
export async function authorizedFetch(request: Request): Promise<Response> {
  const tokens = (await getValidTokens()) ?? (await signInAndReturn());
  const repeat = request.clone();
  const response = await send(request, tokens);
  if (response.status !== 401 || !tokens.wasAccepted) return response;
  await response.body?.cancel();
  return send(repeat, (await refreshTokens()) ?? (await signInAndReturn()));
}

async function send(request: Request, tokens: Tokens): Promise<Response> {
  request.headers.set('Authorization', `Bearer ${tokens.access}`);
  const response = await fetch(request);
  if (response.status !== 401) tokens.wasAccepted = true;
  return response;
}

function signInAndReturn(): Promise<never> {
  return signIn(location.pathname + location.search + location.hash);
}
