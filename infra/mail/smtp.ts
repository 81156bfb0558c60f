import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Transporter } from 'nodemailer';
import type { MailConfig } from '../config/mail.ts';
import { FairQueue, QueueTimeout } from '../fair-queue.ts';
import { BoundedConnection } from './connection.ts';
import { MailError, type MailPort, type OutgoingMail } from './port.ts';

/** Connections at once from a process: what servers commonly grant one sender (Postfix: 50 per client by default). */
const CONNECTIONS = 10;
/** How many mails of one partner wait in a process; beyond them Temporal keeps the rest. */
const MAX_WAITING_OF_PARTNER = 20;
const WAIT_MS = 60_000;
/**
 * Longest time for one mail: a server that sends a byte now and then would have the connection for ever. With the wait it ends within
 * the three minutes of an attempt, since the next one sends the mail again.
 */
const LONGEST_MS = 90_000;
/** RFC 5321, section 4.5.3.2 allows minutes; a server that is this slow is tried again. */
const SILENCE_MS = 30_000;
const TIMEOUTS_MS = { connectionTimeout: 10_000, greetingTimeout: 15_000, socketTimeout: LONGEST_MS };
/** Stages at which a 5xx is about this mail; at others it is about the connection, which the operator can mend. */
const STAGES_OF_THE_MAIL = new Set(['EENVELOPE', 'EMESSAGE']);
/** The command whose refusal is about the sender, which is a setting, too. */
const SENDER_COMMAND = 'MAIL FROM';
/** Authentication required (RFC 4954, section 6), whatever the command. */
const AUTHENTICATION_REQUIRED = 530;

/** Mail that goes nowhere, for a service without a server. */
function unconfiguredMail(publicUrl: string): MailPort {
  return {
    isConfigured: false,
    publicUrl,
    send: () => Promise.reject(new MailError('unreachable', 'No mail server is configured (SMTP_URL).')),
  };
}

/** What tests choose. */
interface MailOptions {
  /** Authorities instead of Node's own, PEM. */
  ca?: string;
  /** Longest wait for a connection, milliseconds. */
  waitMs?: number;
  /** Longest time for one mail, milliseconds. */
  longestMs?: number;
  /** Longest silence of a server that has not the whole mail yet, milliseconds. */
  silenceMs?: number;
}

/** Sends by SMTP; a connection a mail, a few at once, in turns by partner. */
export function createMail(
  config: MailConfig | undefined,
  publicUrl: string,
  { ca, waitMs = WAIT_MS, longestMs = LONGEST_MS, silenceMs = SILENCE_MS }: MailOptions = {},
): MailPort {
  if (!config) return unconfiguredMail(publicUrl);
  const queue = new FairQueue(CONNECTIONS);
  return {
    isConfigured: true,
    publicUrl,
    async send({ onBehalfOf, signal, ...mail }) {
      if (queue.countOf(onBehalfOf) >= MAX_WAITING_OF_PARTNER) {
        throw new MailError('busy', 'Other mails of this partner are being sent.');
      }
      const send = async () => {
        const inTime = AbortSignal.any([signal, AbortSignal.timeout(longestMs)]);
        const connection = new BoundedConnection(silenceMs);
        await deliver(await openTransport(config, connection, ca), connection, config.from, mail, inTime);
      };
      await queue.run({ key: onBehalfOf, waitMs, signal }, send).catch((error: unknown) => {
        if (!(error instanceof QueueTimeout)) throw error;
        throw new MailError('busy', 'Other mails are being sent.');
      });
    },
  };
}

/** For one mail, since it has the connection. The library is loaded with the first mail: most processes send none. */
async function openTransport(
  { host, port, implicitTls, allowPlaintext, auth }: MailConfig,
  connection: Duplex,
  ca: string | undefined,
): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    host,
    port,
    // Everything that the library uses of a socket.
    socket: connection as Socket,
    secure: implicitTls,
    requireTLS: !implicitTls && !allowPlaintext,
    ...(auth && { auth }),
    ...TIMEOUTS_MS,
    // Explicit, so that no environment variable can switch it off.
    tls: { rejectUnauthorized: true, ...(ca !== undefined && { ca }) },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

async function deliver(
  smtp: Transporter,
  connection: BoundedConnection,
  from: MailConfig['from'],
  { to, subject, text, html, messageId }: Omit<OutgoingMail, 'onBehalfOf' | 'signal'>,
  signal: AbortSignal,
): Promise<void> {
  let isWhole = false;
  smtp.use('stream', ({ message }, done) => {
    // It is read once the server has asked for it.
    message.processFunc((source) =>
      source.once('end', () => {
        isWhole = true;
        connection.waitForLast();
      }),
    );
    done();
  });
  try {
    await smtp.sendMail({
      from,
      // As an object: a text would be parsed, and could name several recipients.
      to: { name: '', address: to },
      // What has the form of an encoded word would be shown decoded, with line breaks and marks of direction that texts have not.
      subject: subject.replaceAll('=?', '= ?'),
      text,
      html,
      messageId: `<${messageId}>`,
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      signal,
    });
  } catch (error) {
    throw mailErrorOf(error, isWhole);
  }
}

/** The server's own text stays out of it: it often repeats the address. `isWhole`: the server has the mail to its last line. */
function mailErrorOf(error: unknown, isWhole: boolean): MailError {
  const { code, originalCode, command, responseCode } = error as {
    code?: string;
    /** The system's, where the library has put its own in its place. */
    originalCode?: string;
    command?: string;
    responseCode?: number;
  };
  const reply = typeof responseCode === 'number' ? responseCode : null;
  const isOfMail =
    STAGES_OF_THE_MAIL.has(code ?? '') && command !== SENDER_COMMAND && reply !== AUTHENTICATION_REQUIRED;
  if (reply !== null && reply >= 500 && reply < 600 && isOfMail) {
    return new MailError('refused', `The mail server refused the mail (${reply}).`, reply, error);
  }
  if (reply === null && isWhole) {
    return new MailError(
      'unconfirmed',
      `The mail server may have taken the mail (${originalCode ?? code ?? 'no reply'}).`,
      null,
      error,
    );
  }
  const shown = reply === null ? (originalCode ?? code ?? 'no reply') : `${code ?? 'reply'} ${reply}`;
  return new MailError('unreachable', `The mail server took no mail (${shown}).`, reply, error);
}
