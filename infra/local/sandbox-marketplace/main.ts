import { parseArgs } from 'node:util';
import { wholeNumber } from '../sandbox/arguments.ts';
import { startSandboxMarketplace } from './server.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    host: { type: 'string', default: '127.0.0.1' },
  },
});
const server = await startSandboxMarketplace({ port: wholeNumber('port', values.port), host: values.host });
process.stdout.write(`sandbox marketplace ready on ${server.url}\n`);

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    void server.close();
  });
}
