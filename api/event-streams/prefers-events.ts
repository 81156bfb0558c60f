import Negotiator from 'negotiator';
import { EVENT_STREAM } from './content-type.ts';

/** Whether a client prefers events over JSON; JSON where it accepts both equally or names neither. */
export function prefersEvents(accept: string | undefined): boolean {
  const negotiator = new Negotiator({ headers: { accept: accept?.toLowerCase() } });
  return negotiator.mediaType(['application/json', EVENT_STREAM]) === EVENT_STREAM;
}
