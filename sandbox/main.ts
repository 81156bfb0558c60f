import { startSandboxAi } from './ai/server.ts';
import { startSandboxGateway } from './gateway/server.ts';
import { startSandboxMail } from './mail/server.ts';
import { startSandboxMarketplace } from './marketplace/server.ts';
import { serveUntilStopped, wholeNumbers } from './server.ts';

/** `npm run sandbox`: all stand-ins alone, for processes of the service that somebody starts by hand. */
const options = wholeNumbers({
  'ai-port': 0,
  'marketplace-port': 0,
  'gateway-port': 0,
  'mail-port': 0,
  'smtp-port': 0,
  'latency-ms': 0,
});
const ai = await startSandboxAi({ port: options['ai-port'], latencyMs: options['latency-ms'] });
serveUntilStopped('sandbox AI', ai, `SANDBOX_AI_BASE_URL=${ai.url}/v1`);
const marketplace = await startSandboxMarketplace({ port: options['marketplace-port'] });
serveUntilStopped('sandbox marketplace', marketplace, `MARKETPLACE_BASE_URL=${marketplace.url}`);
const { PUBLIC_URL: origin = 'http://127.0.0.1:8080', GENERIC_WEBHOOK_SECRET, STRIPE_WEBHOOK_SECRET } = process.env;
const secrets = { generic: GENERIC_WEBHOOK_SECRET, stripe: STRIPE_WEBHOOK_SECRET };
const gateway = await startSandboxGateway({ port: options['gateway-port'] }, { origin, secrets });
serveUntilStopped('sandbox payment gateway', gateway, `${gateway.url}, which sends to ${origin}`);
const mail = await startSandboxMail({ port: options['mail-port'], smtpPort: options['smtp-port'] });
serveUntilStopped('mail catcher', mail, `${mail.url}, SMTP_URL=${mail.smtpUrl}`);
