import type { ClientRequest } from '../transport/request-context.ts';
import type { Envelope } from './envelope.ts';

/** A request that contains everything that is known of its client. */
export interface ModernRequest extends ClientRequest {
  envelope: Envelope;
}
