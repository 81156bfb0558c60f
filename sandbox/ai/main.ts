import { serveUntilStopped, wholeNumbers } from '../server.ts';
import { startSandboxAi } from './server.ts';

/** The sandbox AI as a process of its own. */
const { port, 'latency-ms': latencyMs } = wholeNumbers({ port: 0, 'latency-ms': 0 });
serveUntilStopped('sandbox AI', await startSandboxAi({ port, latencyMs }));
