import { AUTH_URLS, BASE_PATH, settings } from '../settings.ts';
import { completeSignIn, signIn } from './sign-in.ts';

/** What the page is to show when it was loaded. */
export type AuthState = 'console' | 'signed-out';

/** Lets a person in: leaves for the issuer, or takes its answer and returns to where they were. Throws what went wrong. */
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

/** The issuer sends people back to one address of the service only; whoever came by another goes there first. */
function redirectTo(returnTo: string): Promise<never> {
  location.replace(returnTo);
  return new Promise<never>(() => undefined);
}
