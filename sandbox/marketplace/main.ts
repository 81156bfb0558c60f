import { serveUntilStopped, wholeNumbers } from '../server.ts';
import { startSandboxMarketplace } from './server.ts';

/** The sandbox marketplace as a process of its own. */
const { port } = wholeNumbers({ port: 0 });
serveUntilStopped('sandbox marketplace', await startSandboxMarketplace({ port }));
