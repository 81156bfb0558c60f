import type { Call } from '../../../domain/kernel/call.ts';
import type { ErrorDetails } from '../../../domain/kernel/problems.ts';
import type { RpcRequest } from '../json-rpc.ts';
import type { Admitted } from '../transport/options.ts';
import type { Envelope } from './envelope.ts';

/** A request that contains everything that is known of its client. */
export interface ModernRequest {
  call: Call;
  admitted: Admitted;
  message: RpcRequest;
  envelope: Envelope;
  /** What no record could store in a tool's arguments. */
  argumentProblems?: ErrorDetails | undefined;
}
