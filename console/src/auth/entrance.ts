import { BASE_PATH, PLACES, settings } from '../settings.ts';
import { completeSignIn, signIn } from './sign-in.ts';

/** What the page is to show when it was loaded. */
export type Entrance = 'console' | 'signed-out';

/** Lets a person in: leaves for the issuer, or takes its answer and returns to where they were. Throws what went wrong. */
export async function enter(): Promise<Entrance> {
  const here = new URL(location.href);
  if (here.origin !== settings.origin) return leaveFor(settings.origin + here.pathname + here.search + here.hash);
  if (here.pathname === new URL(PLACES.signedOut).pathname) return 'signed-out';
  if (here.pathname !== new URL(PLACES.callback).pathname) {
    return signIn(here.pathname + here.search + here.hash);
  }
  const place = await completeSignIn(here);
  if (place === undefined) return signIn(`${BASE_PATH}/`);
  history.replaceState(null, '', place);
  return 'console';
}

/** The issuer sends people back to one address of the service only; whoever came by another goes there first. */
function leaveFor(place: string): Promise<never> {
  location.replace(place);
  return new Promise<never>(() => undefined);
}
