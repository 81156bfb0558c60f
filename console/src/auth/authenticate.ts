import { AUTH_URLS, BASE_PATH, settings } from '../settings.ts';
import { completeSignIn, signIn } from './sign-in.ts';

/** What the page shows after loading. */
export type AuthState = 'console' | 'signed-out';

/** Signs the person in: redirects to the issuer, or handles its callback and restores the previous address. Throws when sign-in fails. */
export async function authenticate(): Promise<AuthState> {
  const here = new URL(location.href);
  if (here.origin !== settings.origin) return redirectTo(settings.origin + here.pathname + here.search + here.hash);
  if (here.pathname === new URL(AUTH_URLS.signedOut).pathname) return 'signed-out';
  if (here.pathname !== new URL(AUTH_URLS.callback).pathname) {
    return signIn(here.pathname + here.search + here.hash);
  }
  const returnTo = await completeSignIn(here);
  if (returnTo === undefined) return signIn(`${BASE_PATH}/`);
  history.replaceState(null, '', returnTo);
  return 'console';
}

/** The issuer redirects to one origin only. People who use another one are sent there first. */
function redirectTo(returnTo: string): Promise<never> {
  location.replace(returnTo);
  return new Promise<never>(() => undefined);
}
