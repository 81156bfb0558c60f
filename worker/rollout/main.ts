import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { loadRolloutConfig } from '../../infra/config/deployment.ts';
import { settingsOrExit } from '../../infra/config/environment.ts';
import { runCommand } from '../../infra/processes/command.ts';
import { createTemporalClient } from '../../infra/temporal/connection.ts';
import { createDeployments } from '../../infra/temporal/deployments.ts';
import { rollOut } from './roll-out.ts';

/**
 * Release step, `marketwright rollout <build id>`: sends new runs to a version of the workers, in steps, then long runs,
 * and waits until the versions before have no run left. `--steps 10,50` are per cent, `--pause` and `--drain` seconds:
 * after each step, and how long it waits for versions to drain. Exits with 1 when the version was not made current,
 * with 3 when it is and an earlier one is not drained in time.
 */
const options = {
  steps: { type: 'string', default: '10,50' },
  pause: { type: 'string', default: '60' },
  drain: { type: 'string', default: '0' },
} as const;
const USAGE = 'Usage: marketwright rollout <build id> [--steps 10,50] [--pause 60] [--drain 0]\n';
const seconds = z.coerce.number().min(0).max(86_400);
const schema = z.object({
  buildId: z.string().min(1),
  steps: z
    .string()
    .transform((text) => text.split(',').filter(Boolean).map(Number))
    .pipe(z.array(z.number().min(0).max(100))),
  pause: seconds,
  drain: seconds,
});

const { steps, pause, drain, buildId } = argumentsOrExit();
const { temporal, deploymentName } = settingsOrExit(loadRolloutConfig);
const client = createTemporalClient(temporal);
const stopping = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort());
await runCommand(async () => {
  const left = await rollOut(createDeployments(client, temporal.namespace, deploymentName), client, {
    buildId,
    steps,
    pauseMs: pause * 1000,
    drainMs: drain * 1000,
    wait: (ms) => delay(ms, undefined, { signal: stopping.signal }),
    report: (line) => process.stdout.write(`${line}\n`),
  });
  return left.length > 0 && drain > 0 ? 3 : 0;
});
await client.connection.close();

function argumentsOrExit(): z.output<typeof schema> {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    if (positionals.length > 1) throw new Error('More than one build id.');
    return schema.parse({ buildId: positionals[0], ...values });
  } catch {
    process.stderr.write(USAGE);
    process.exit(2);
  }
}
