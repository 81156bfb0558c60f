import { domainToASCII } from 'node:url';
import { z } from 'zod';
import { withoutBrackets } from '../http/target.ts';
import { flag, SettingsError } from './environment.ts';

/** A name before an address in angle brackets; nothing else that a header could have. */
const NAMED_SENDER = /^([^<>"\r\n]*)<([^<>]*)>$/;
const MAX_NAME_LENGTH = 100;

/** Settings of outgoing mail. */
export const mailSettings = {
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be a URL such as smtp://user:password@mail.example.com:587' })
    .optional(),
  MAIL_FROM: z.string().optional(),
  SMTP_ALLOW_PLAINTEXT: flag,
};

/** The operator's mail server. */
export interface MailConfig {
  host: string;
  port: number;
  /** TLS from the first byte (`smtps:`); otherwise by STARTTLS. */
  implicitTls: boolean;
  /** Whether mails may go without encryption where the server offers none. */
  allowPlaintext: boolean;
  auth: { user: string; pass: string } | undefined;
  from: { name: string; address: string };
}

/** Default ports of RFC 8314 (submissions) and RFC 6409 (submission). */
const DEFAULT_PORT = { 'smtps:': 465, 'smtp:': 587 };

/** The mail server; undefined where none is set. Throws SettingsError. */
export function mailConfig(values: {
  SMTP_URL?: string | undefined;
  MAIL_FROM?: string | undefined;
  SMTP_ALLOW_PLAINTEXT: boolean;
}): MailConfig | undefined {
  if (values.SMTP_URL === undefined) return undefined;
  const url = new URL(values.SMTP_URL);
  const host = hostOf(url);
  if (host === '') throw new SettingsError('SMTP_URL: names no host');
  if (/[?#]/.test(values.SMTP_URL) || !['', '/'].includes(url.pathname)) {
    throw new SettingsError('SMTP_URL: must have no path, query or fragment');
  }
  const implicitTls = url.protocol === 'smtps:';
  return {
    host: withoutBrackets(host),
    port: Number(url.port) || DEFAULT_PORT[implicitTls ? 'smtps:' : 'smtp:'],
    implicitTls,
    allowPlaintext: values.SMTP_ALLOW_PLAINTEXT,
    auth: url.username ? { user: decoded(url.username), pass: decoded(url.password) } : undefined,
    from: senderOf(values.MAIL_FROM),
  };
}

/** The host in ASCII: of schemes that browsers do not know, parsers only percent-encode it. Empty for one that there cannot be. */
function hostOf({ hostname }: URL): string {
  try {
    return domainToASCII(decodeURIComponent(hostname));
  } catch {
    return '';
  }
}

function senderOf(text: string | undefined): MailConfig['from'] {
  if (text === undefined)
    throw new SettingsError('MAIL_FROM: is needed with SMTP_URL, such as Name <name@example.com>');
  const [, name = '', inBrackets] = NAMED_SENDER.exec(text.trim()) ?? [];
  const address = z.email().safeParse(inBrackets ?? text.trim());
  if (!address.success || name.trim().length > MAX_NAME_LENGTH) {
    throw new SettingsError('MAIL_FROM: must be an address such as Name <name@example.com>');
  }
  return { name: name.trim(), address: address.data };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new SettingsError('SMTP_URL: user name and password must be percent-encoded');
  }
}
