import type { Socket } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { type SandboxMail, startSandboxMail } from '../../sandbox/mail/server.ts';
import { certificate } from '../../test/environment/certificate.ts';
import { tcpEndpoint, tlsEndpoint } from '../../test/environment/endpoint.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';
import { mailConfig } from '../config/mail.ts';
import type { MailError, MailPort } from './port.ts';
import { createMail } from './smtp.ts';

const servers: SandboxMail[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const LOGIN = { ...certificate, user: 'marketwright', password: 'p@ss:word/1' };

async function startServer(tls?: typeof LOGIN): Promise<SandboxMail> {
  const server = await startSandboxMail({ port: 0, smtpPort: 0, ...(tls && { tls }) });
  servers.push(server);
  return server;
}

function mailTo(
  url: string,
  { plaintext = false, ...options }: Parameters<typeof createMail>[2] & { plaintext?: boolean } = {},
): MailPort {
  const config = mailConfig({
    SMTP_URL: url,
    MAIL_FROM: 'Marketwright <from@example.com>',
    SMTP_ALLOW_PLAINTEXT: plaintext,
  });
  return createMail(config, 'https://service.example.com', { ca: certificate.cert, ...options });
}

const MAIL = {
  to: 'ann@example.com',
  subject: 'Grüße – 中文',
  text: 'Ein Text mit ü und einem Punkt am Anfang:\n.\nEnde',
  html: '<p>Ein Text mit ü</p>',
  messageId: 'one@service.example.com',
  onBehalfOf: '1',
  signal: new AbortController().signal,
};

function credentialsIn(url: string): string {
  return url.replace(LOGIN.password, encodeURIComponent(LOGIN.password));
}

test('a mail arrives in both forms, encrypted, after signing in', async () => {
  const server = await startServer(LOGIN);
  await mailTo(credentialsIn(server.smtpUrl)).send(MAIL);
  expect(server.mails).toEqual([
    expect.objectContaining({ from: 'from@example.com', to: [MAIL.to], subject: MAIL.subject }),
  ]);
  expect(server.mails[0]?.text.trim()).toBe(MAIL.text);
  expect(server.mails[0]?.html.trim()).toBe(MAIL.html);
  expect(server.mails[0]?.headers).toMatchObject({
    from: 'Marketwright <from@example.com>',
    'message-id': '<one@service.example.com>',
    'auto-submitted': 'auto-generated',
  });
});

test('a server without encryption gets no mail unless the operator allows it', async () => {
  const server = await startServer();
  await expect(mailTo(server.smtpUrl).send(MAIL)).rejects.toMatchObject({ kind: 'unreachable' });
  expect(server.mails).toEqual([]);
  await mailTo(server.smtpUrl, { plaintext: true }).send(MAIL);
  expect(server.mails).toHaveLength(1);
});

test('a server with a certificate that nobody vouches for gets no mail, also where plaintext is allowed', async () => {
  const server = await startServer(LOGIN);
  const config = mailConfig({
    SMTP_URL: credentialsIn(server.smtpUrl),
    MAIL_FROM: 'from@example.com',
    SMTP_ALLOW_PLAINTEXT: true,
  });
  await expect(createMail(config, 'https://service.example.com').send(MAIL)).rejects.toMatchObject({
    kind: 'unreachable',
  });
  expect(server.mails).toEqual([]);
});

test.each([
  [550, 'recipient', { kind: 'refused', replyCode: 550 }],
  [451, 'recipient', { kind: 'unreachable', replyCode: 451 }],
  // The operator can mend the sender, and sign in.
  [553, 'sender', { kind: 'unreachable', replyCode: 553 }],
  [530, 'sender', { kind: 'unreachable', replyCode: 530 }],
  [530, 'recipient', { kind: 'unreachable', replyCode: 530 }],
])('a reply of %i to the %s', async (code, whose, error) => {
  const server = await startServer();
  await fetch(`${server.url}/__sandbox/faults`, {
    method: 'PUT',
    body: JSON.stringify([{ [whose]: whose === 'sender' ? 'from@example.com' : MAIL.to, code }]),
  });
  const sent = mailTo(server.smtpUrl, { plaintext: true }).send(MAIL);
  await expect(sent).rejects.toMatchObject(error);
  await expect(sent).rejects.not.toMatchObject({ message: expect.stringContaining('ann') });
});

test('a reply that SMTP does not have is no refusal of the mail', async () => {
  await using endpoint = await tcpEndpoint((socket) => {
    socket.write('220 here\r\n');
    socket.on('data', (line) => socket.write(line.toString().startsWith('RCPT') ? '600 no\r\n' : '250 yes\r\n'));
  });
  const sent = mailTo(`smtp://127.0.0.1:${endpoint.port}`, { plaintext: true }).send(MAIL);
  await expect(sent).rejects.toMatchObject({ kind: 'unreachable', replyCode: 600 });
});

/** Greets, and answers each command but the recipient's, which gets a byte now and then. */
const dripping = () =>
  tcpEndpoint((socket) => {
    socket.write('220 here\r\n');
    socket.on('data', (line) => {
      if (!line.toString().startsWith('RCPT')) return socket.write('250 yes\r\n');
      const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write('2')), 20);
    });
  });

test('a server that never ends its reply has the connection for a limited time', async () => {
  await using endpoint = await dripping();
  const mail = mailTo(`smtp://127.0.0.1:${endpoint.port}`, { plaintext: true, longestMs: 200 });
  await expect(mail.send(MAIL)).rejects.toMatchObject({ kind: 'unreachable', replyCode: null });
  await waitUntil('the connection to be closed', () => endpoint.open() === 0);
});

test.each([
  // All that there is of the mail, and nothing said to it.
  ['.\r\n', 'unconfirmed'],
  ['DATA\r\n', 'unreachable'],
])('a server that goes after %j', async (last, kind) => {
  await using endpoint = await tcpEndpoint((socket) => {
    socket.write('220 here\r\n');
    socket.on('data', (piece) => {
      const text = piece.toString();
      if (text.endsWith(last)) return socket.destroy();
      if (/^(EHLO|MAIL|RCPT)/.test(text)) socket.write('250 yes\r\n');
      if (text.startsWith('DATA')) socket.write('354 go on\r\n');
    });
  });
  const sent = mailTo(`smtp://127.0.0.1:${endpoint.port}`, { plaintext: true }).send(MAIL);
  await expect(sent).rejects.toMatchObject({ kind, replyCode: null });
});

/** Takes mails, but is silent for a while after a line. */
const silentAfter = (last: string, ms: number) =>
  tlsEndpoint((socket) => {
    socket.write('220 here\r\n');
    socket.on('data', (piece) => {
      const text = piece.toString();
      const reply = () => socket.write(text.startsWith('DATA') ? '354 go on\r\n' : '250 yes\r\n');
      if (text.endsWith(last)) setTimeout(reply, ms).unref();
      else if (/^[A-Z]{4}/.test(text)) reply();
    });
  });

test('a server is given up that is silent, but not while it examines the mail', async () => {
  const options = { plaintext: true, silenceMs: 200 };
  await using silent = await silentAfter('RCPT TO:<ann@example.com>\r\n', 2_000);
  const sent = mailTo(`smtps://localhost:${silent.port}`, options).send(MAIL);
  await expect(sent).rejects.toMatchObject({ kind: 'unreachable', message: expect.stringContaining('ETIMEDOUT') });
  await using examining = await silentAfter('.\r\n', 600);
  await mailTo(`smtps://localhost:${examining.port}`, options).send(MAIL);
});

/** Sends a text for ever. */
const flooding = (text: string) => (socket: Socket) => {
  const piece = text.repeat(65_536 / text.length);
  const flood = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', flood);
  flood();
};

// Without a bound the library keeps all of it, and looks at it for minutes after the connection has ended.
test.each([
  ['blank lines', tcpEndpoint, 'smtp', '\n'],
  ['blank lines within TLS', tlsEndpoint, 'smtps', '\n'],
  ['lines of one reply', tcpEndpoint, 'smtp', '220-'.padEnd(62, 'x').concat('\r\n')],
  ['one line', tcpEndpoint, 'smtp', 'x'],
])('a server that sends %s for ever has its connection ended', async (_kind, endpointOf, protocol, text) => {
  await using endpoint = await endpointOf(flooding(text));
  const mail = mailTo(`${protocol}://localhost:${endpoint.port}`, { plaintext: true });
  const tooMuch = { kind: 'unreachable', cause: { message: 'The mail server sent too much.' } };
  await expect(mail.send(MAIL)).rejects.toMatchObject(tooMuch);
  await waitUntil('the connection to be closed', () => endpoint.open() === 0);
});

test('a mail that is given up leaves its connection', async () => {
  await using endpoint = await dripping();
  const giving = new AbortController();
  const mail = mailTo(`smtp://127.0.0.1:${endpoint.port}`, { plaintext: true });
  const sent = mail.send({ ...MAIL, signal: giving.signal }).catch((error: unknown) => error);
  await waitUntil('the connection', () => endpoint.open() === 1);
  giving.abort(new Error('enough'));
  await sent;
  await waitUntil('the connection to be closed', () => endpoint.open() === 0);
});

test('a mail that gets no connection in time comes again', async () => {
  await using endpoint = await dripping();
  const mail = mailTo(`smtp://127.0.0.1:${endpoint.port}`, { plaintext: true, longestMs: 1_000, waitMs: 50 });
  const all = Array.from({ length: 6 }, () => mail.send(MAIL).catch((error: unknown) => error));
  // A partner alone has half of the ten connections.
  expect((await Promise.all(all)).map((error) => (error as MailError).kind).sort()).toEqual([
    'busy',
    ...Array<string>(5).fill('unreachable'),
  ]);
});

test('a wrong password is no refusal of the mail, which the operator can still mend', async () => {
  const server = await startServer(LOGIN);
  const wrong = credentialsIn(server.smtpUrl).replace('ss', 'zz');
  await expect(mailTo(wrong).send(MAIL)).rejects.toMatchObject({ kind: 'unreachable', replyCode: 535 });
});

test('a server that is away can be tried again', async () => {
  const server = await startServer();
  await server.close();
  servers.splice(0);
  await expect(mailTo(server.smtpUrl, { plaintext: true }).send(MAIL)).rejects.toMatchObject({
    kind: 'unreachable',
    replyCode: null,
  });
});

test('a subject is shown as it is, also where it has the form of an encoded word', async () => {
  const server = await startServer();
  const subject = '=?utf-8?q?=E2=80=AE=0D=0Aevil?= invites you';
  await mailTo(server.smtpUrl, { plaintext: true }).send({ ...MAIL, subject });
  expect(server.mails[0]?.subject).toBe(subject.replace('=?', '= ?'));
});

test('no text adds a header or a recipient', async () => {
  const server = await startServer();
  const mail = mailTo(server.smtpUrl, { plaintext: true });
  await mail.send({ ...MAIL, subject: 'Hello\r\nBcc: eve@example.com\r\n\r\nBody' });
  await mail.send({ ...MAIL, to: 'ann@example.com, eve@example.com' }).catch(() => undefined);
  await mail.send({ ...MAIL, to: 'ann@example.com>\r\nRCPT TO:<eve@example.com' }).catch(() => undefined);
  expect(server.mails.flatMap(({ to }) => to)).not.toContain('eve@example.com');
  expect(server.mails.filter(({ headers }) => 'bcc' in headers)).toEqual([]);
  expect(server.mails[0]?.text.trim()).toBe(MAIL.text);
});
