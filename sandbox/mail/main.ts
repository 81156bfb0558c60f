import { serveUntilStopped, wholeNumbers } from '../server.ts';
import { startSandboxMail } from './server.ts';

/** The mail catcher as a process of its own. */
const options = wholeNumbers({ port: 0, 'smtp-port': 0 });
const mail = await startSandboxMail({ port: options.port, smtpPort: options['smtp-port'] });
serveUntilStopped('mail catcher', mail, `${mail.url}, SMTP at ${mail.smtpUrl}`);
