import { serveUntilStopped, wholeNumbers } from '../server.ts';
import { startSandboxGateway } from './server.ts';

/** The sandbox payment gateway as a process of its own; it sends to the service at PUBLIC_URL. */
const { port } = wholeNumbers({ port: 0 });
const { PUBLIC_URL: origin = 'http://127.0.0.1:8080', GENERIC_WEBHOOK_SECRET, STRIPE_WEBHOOK_SECRET } = process.env;
const secrets = { generic: GENERIC_WEBHOOK_SECRET, stripe: STRIPE_WEBHOOK_SECRET };
serveUntilStopped('sandbox payment gateway', await startSandboxGateway({ port }, { origin, secrets }));
