import Negotiator from 'negotiator';
import { EVENT_STREAM } from './content-type.ts';

/** Whether a client would rather have events than JSON; one that takes both alike, or says nothing, gets JSON. */
export function prefersEvents(accept: string | undefined): boolean {
  const negotiator = new Negotiator({ headers: { accept: accept?.toLowerCase() } });
  return negotiator.mediaType(['application/json', EVENT_STREAM]) === EVENT_STREAM;
}
