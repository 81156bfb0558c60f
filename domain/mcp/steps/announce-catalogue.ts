import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { replaceCatalogue } from '../change-store.ts';

/** Notifies the sessions that know another catalogue, from before a release, that every list has changed. */
export async function announceCatalogue(
  deps: Pick<Deps, 'db' | 'clock' | 'notifications'>,
  _call: Call,
  { digest }: { digest: string },
): Promise<void> {
  const topics = await replaceCatalogue(deps.db, deps.clock.now(), digest);
  for (const topic of topics) deps.notifications.notify(topic);
}
