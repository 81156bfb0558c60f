import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { z } from 'zod';
import { HttpProblem, readJson, sendJson } from '../http.ts';
import { type SandboxServer, startSandboxServer } from '../server.ts';
import { mailPage, mailsPage } from './pages.ts';
import { type CaughtMail, parseMail } from './parse.ts';

/** Mails that are kept; older ones go. */
const KEPT = 500;
const MAX_BYTES = 1_048_576;

/** Replies to MAIL for a sender, or to RCPT for a recipient: a code, and how often (for good when absent). */
const faults = z.array(
  z.object({
    sender: z.string().optional(),
    recipient: z.string().optional(),
    code: z.int().min(400).max(599),
    times: z.int().positive().optional(),
  }),
);
type Fault = z.output<typeof faults>[number];

/** The mail catcher. */
export interface SandboxMail extends SandboxServer {
  /** For SMTP_URL. */
  smtpUrl: string;
  /** What was caught, the oldest first. */
  mails: readonly CaughtMail[];
}

/**
 * Starts the mail catcher: a real SMTP server that delivers nothing. `/` shows its mails to people, `GET /mails?to=…` as JSON,
 * the newest first. `PUT /__sandbox/faults` takes replies for addresses: `[{"recipient": "a@example.com", "code": 550}]`, or `sender`.
 * `tls`: it offers STARTTLS with this certificate, and asks for these credentials.
 */
export async function startSandboxMail({
  port,
  smtpPort,
  tls,
}: {
  port: number;
  smtpPort: number;
  tls?: { key: string; cert: string; user: string; password: string };
}): Promise<SandboxMail> {
  const mails: CaughtMail[] = [];
  let replies: Fault[] = [];
  let next = 1;
  const refused = (isFor: (fault: Fault) => boolean): Error | null => {
    const fault = replies.find(isFor);
    if (!fault) return null;
    if (fault.times !== undefined) fault.times -= 1;
    if (fault.times === 0) replies = replies.filter((each) => each !== fault);
    return refusal(fault.code);
  };
  const smtp = new SMTPServer({
    ...(tls && { key: tls.key, cert: tls.cert }),
    disabledCommands: tls ? [] : ['AUTH', 'STARTTLS'],
    onAuth(auth, _session, done) {
      const right = tls !== undefined && auth.username === tls.user && auth.password === tls.password;
      if (right) done(null, { user: tls.user });
      else done(refusal(535));
    },
    size: MAX_BYTES,
    logger: false,
    onMailFrom({ address }, _session, done) {
      done(refused(({ sender }) => sender === address));
    },
    onRcptTo({ address }, _session, done) {
      done(refused(({ recipient }) => recipient === address));
    },
    onData(stream, session, done) {
      buffer(stream).then((source) => {
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          id: next++,
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          received_at: new Date().toISOString(),
          ...parseMail(source),
        });
        if (mails.length > KEPT) mails.shift();
        done();
      }, done);
    },
  });
  // A client that breaks off is no reason to end.
  smtp.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    smtp.server.once('error', reject);
    smtp.listen(smtpPort, '127.0.0.1', () => resolve());
  });

  const http = await startSandboxServer({ port }, (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const html = (page: string) => {
      const headers = {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; img-src data:",
      };
      response.writeHead(200, headers).end(page);
    };
    const answer = async () => {
      response.setHeader('x-sandbox', 'true');
      if (pathname === '/healthz') return sendJson(response, 200, { status: 'ok', sandbox: true });
      if (pathname === '/__sandbox/faults' && request.method === 'PUT') {
        replies = faults.parse(await readJson(request));
        return sendJson(response, 200, { faults: replies });
      }
      const to = searchParams.get('to');
      if (pathname === '/mails') {
        const found = mails.filter((mail) => to === null || mail.to.includes(to));
        return sendJson(response, 200, { data: found.toReversed() });
      }
      if (pathname === '/') return html(mailsPage(mails.toReversed()));
      const mail = mails.find(({ id }) => pathname === `/mails/${id}`);
      if (!mail) throw new HttpProblem(404, 'There is no such mail');
      html(mailPage(mail));
    };
    answer().catch((error: unknown) => {
      const status = error instanceof HttpProblem ? error.status : error instanceof z.ZodError ? 400 : 500;
      sendJson(response, status, { error: { message: error instanceof Error ? error.message : String(error) } });
    });
  });
  const { port: bound } = smtp.server.address() as AddressInfo;
  return {
    ...http,
    smtpUrl: tls ? `smtp://${tls.user}:${tls.password}@localhost:${bound}` : `smtp://127.0.0.1:${bound}`,
    mails,
    async close() {
      await Promise.all([http.close(), new Promise<void>((resolve) => smtp.close(() => resolve()))]);
    },
  };
}

function refusal(code: number): Error {
  return Object.assign(new Error(code < 500 ? 'Try again later' : 'Not taken here'), { responseCode: code });
}
