import { DefaultLogger, Runtime } from '@temporalio/worker';

/** Installs Temporal's runtime of this process so that neither it nor its workers log; it ends with the last of them. */
export function installQuietRuntime(): void {
  Runtime.install({
    logger: new DefaultLogger('ERROR', () => undefined),
    telemetryOptions: { logging: { filter: 'OFF' } },
  });
}
