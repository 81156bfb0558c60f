import { parseArgs } from 'node:util';
import { wholeNumber } from '../sandbox/arguments.ts';
import { startSandboxAi } from './server.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    host: { type: 'string', default: '127.0.0.1' },
    'latency-ms': { type: 'string', default: '0' },
  },
});
const server = await startSandboxAi({
  port: wholeNumber('port', values.port),
  host: values.host,
  latencyMs: wholeNumber('latency-ms', values['latency-ms']),
});
process.stdout.write(`sandbox AI ready on ${server.url}\n`);

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    void server.close();
  });
}
