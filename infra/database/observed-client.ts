import type { StatementObserver } from '../telemetry/tracing.ts';
import type { WatchfulClient } from './silence.ts';

type Callback = (error: unknown, result: unknown) => void;
type Query = (this: WatchfulClient, config: unknown, values?: unknown, callback?: Callback) => unknown;

/** Connections that call the observer when statements begin and end. */
export function observedClient(base: typeof WatchfulClient, begin: StatementObserver): typeof WatchfulClient {
  const asGiven = base.prototype.query as Query;
  class ObservedClient extends base {}
  const observed: Query = function (config, values, callback) {
    const end = typeof config === 'string' ? begin(config) : undefined;
    if (!end) return asGiven.call(this, config, values, callback);
    if (callback) {
      return asGiven.call(this, config, values, (error, result) => {
        end(error ?? undefined);
        callback(error, result);
      });
    }
    const answer = asGiven.call(this, config, values) as Promise<unknown>;
    answer.then(() => end(), end);
    return answer;
  };
  ObservedClient.prototype.query = observed as typeof base.prototype.query;
  return ObservedClient;
}
