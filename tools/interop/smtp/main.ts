/** `npm run interop smtp`: mails through servers of aiosmtpd, which parse them with Python's own parser. Needs Python and a package index. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { renderMail } from '../../../domain/mail/render.ts';
import { mailConfig } from '../../../infra/config/mail.ts';
import { MailError } from '../../../infra/mail/port.ts';
import { createMail } from '../../../infra/mail/smtp.ts';
import { certificate } from '../../../test/environment/certificate.ts';
import { ensurePython } from '../../../test/environment/python.ts';
import { stopOnSignals } from '../../../test/environment/stop-on-signals.ts';
import { waitUntil } from '../../../test/environment/wait-until.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const [USER, PASSWORD] = ['mailer@example.com', 'pass: word/ü'];

const taken = z.object({
  server: z.string(),
  sender: z.string(),
  to: z.array(z.string()),
  tls: z.boolean(),
  mechanism: z.string().nullable(),
  subject: z.string(),
  message_id: z.string(),
  text: z.string(),
  html: z.string(),
  defects: z.array(z.string()),
  longest_line: z.int(),
});
type Taken = z.output<typeof taken>;
const ports = z.object({ ports: z.record(z.string(), z.int()) });

const folder = await mkdtemp(path.join(tmpdir(), 'marketwright-smtp-'));
const files = { cert: path.join(folder, 'cert.pem'), key: path.join(folder, 'key.pem') };
await Promise.all([writeFile(files.cert, certificate.cert), writeFile(files.key, certificate.key, { mode: 0o600 })]);
const bin = await ensurePython(`${FOLDER}requirements.txt`);
const server = spawn(`${bin}/python`, ['-W', 'ignore', `${FOLDER}server.py`, files.cert, files.key, USER, PASSWORD], {
  stdio: ['pipe', 'pipe', 'inherit'],
});
const gone = once(server, 'close');
const leave = stopOnSignals(async () => {
  server.kill();
  await gone;
  await rm(folder, { recursive: true });
});

const mails: Taken[] = [];
const lines = createInterface({ input: server.stdout });
let portOf: Record<string, number> = {};
lines.on('line', (line) => {
  const said: unknown = JSON.parse(line);
  const started = ports.safeParse(said);
  if (started.success) portOf = started.data.ports;
  else mails.push(taken.parse(said));
});

/** Text with what breaks mails: umlauts, a line that is a dot, a line longer than SMTP takes. */
const NAME = `Jürgen Żółć 株式会社 ${'x'.repeat(60)}`;
const rendered = renderMail(
  'invitation',
  'de',
  { inviter: NAME, partner: '.', days: 7 },
  'https://mail.example/oauth/link#secret',
);
let sent = 0;

/** Sends a mail to a server, by the certificate that it has or by those that Node knows; returns what the server took. */
async function send(
  name: string,
  to: string,
  { trusted = true, password = PASSWORD, plaintext = false } = {},
): Promise<Taken> {
  sent += 1;
  const messageId = `${sent}@mail.example`;
  const scheme = name === 'implicit' ? 'smtps' : 'smtp';
  const login = name === 'unencrypted' ? '' : `${encodeURIComponent(USER)}:${encodeURIComponent(password)}@`;
  const config = mailConfig({
    SMTP_URL: `${scheme}://${login}localhost:${portOf[name]}`,
    MAIL_FROM: 'Marketwright <from@example.com>',
    SMTP_ALLOW_PLAINTEXT: plaintext,
  });
  const mail = createMail(config, 'https://mail.example', trusted ? { ca: certificate.cert } : {});
  await mail.send({ to, ...rendered, messageId, onBehalfOf: '1', signal: new AbortController().signal });
  return waitUntil('the mail to be parsed', () => mails.find(({ message_id: id }) => id === `<${messageId}>`));
}

async function refused(name: string, to: string, options: Parameters<typeof send>[2] = {}): Promise<string> {
  const before = mails.length;
  const error: unknown = await send(name, to, options).then(
    () => undefined,
    (failure: unknown) => failure,
  );
  assert(error instanceof MailError, `${name} took the mail to ${to}.`);
  assert.equal(mails.length, before);
  return `${error.kind} ${error.replyCode ?? ''}`.trim();
}

function check(name: string, mail: Taken, secure: boolean): void {
  assert.equal(mail.server, name);
  assert.deepEqual([mail.sender, mail.to], ['from@example.com', ['ada@example.com']]);
  assert.equal(mail.subject, rendered.subject);
  assert.equal(asWritten(mail.text), asWritten(rendered.text));
  assert.equal(asWritten(mail.html), asWritten(rendered.html));
  assert.deepEqual(mail.defects, []);
  assert(mail.longest_line <= 998, `A line of ${mail.longest_line} bytes.`);
  assert.equal(mail.tls, secure);
}

/** Mails have CRLF at the ends of their lines. */
function asWritten(text: string): string {
  return text.replaceAll('\r\n', '\n').trim();
}

const report = (what: string) => process.stdout.write(`ok  ${what}\n`);
try {
  await waitUntil('the servers to listen', () => Object.keys(portOf).length === 4, Boolean, { limitMs: 60_000 });
  for (const [name, mechanism] of [
    ['plain', 'PLAIN'],
    ['login', 'LOGIN'],
  ] as const) {
    const mail = await send(name, 'ada@example.com');
    check(name, mail, true);
    assert.equal(mail.mechanism, mechanism);
    report(`STARTTLS and AUTH ${mechanism}: taken, and read as it was written`);
  }
  check('implicit', await send('implicit', 'ada@example.com'), true);
  report('TLS from the first byte: taken');
  check('unencrypted', await send('unencrypted', 'ada@example.com', { plaintext: true }), false);
  report('no encryption, where that is allowed: taken');
  assert.equal(await refused('unencrypted', 'ada@example.com'), 'unreachable 454');
  report('no STARTTLS: nothing is sent, and tried again');
  assert.equal(await refused('plain', 'ada@example.com', { trusted: false }), 'unreachable');
  assert.equal(await refused('implicit', 'ada@example.com', { trusted: false }), 'unreachable');
  report('a certificate that nobody vouches for: nothing is sent, and tried again');
  assert.equal(await refused('plain', 'ada@example.com', { password: 'wrong' }), 'unreachable 535');
  report('a wrong password (535): tried again, for the operator can mend it');
  assert.equal(await refused('plain', 'grey@example.com'), 'unreachable 451');
  assert.deepEqual((await send('plain', 'grey@example.com')).to, ['grey@example.com']);
  report('greylisted (451): tried again, and taken then');
  assert.equal(await refused('login', 'nobody@example.com'), 'refused 550');
  report('an unknown recipient (550): refused for good');
} finally {
  await leave();
}
