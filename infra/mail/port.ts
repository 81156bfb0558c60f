/** A mail, as it goes out. */
export interface OutgoingMail {
  /** One address, without a name. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The same for every attempt, so that a mailbox recognises a repeat. No angle brackets. */
  messageId: string;
  /** Mails of one key never take all connections. */
  onBehalfOf: string;
  signal: AbortSignal;
}

/** Why a mail was not taken. */
export type MailFailure = 'refused' | 'unreachable' | 'busy' | 'unconfirmed';

/**
 * A mail server did not take a mail. `refused` is for good: it would refuse the mail again. `unconfirmed`: it has the whole mail, and
 * said nothing to it, so it may have taken it. Its text has no address.
 */
export class MailError extends Error {
  readonly kind: MailFailure;
  /** The server's reply, such as 550; null where there was none. */
  readonly replyCode: number | null;

  constructor(kind: MailFailure, message: string, replyCode: number | null = null, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'MailError';
    this.kind = kind;
    this.replyCode = replyCode;
  }
}

/** Sends mails through the operator's server. */
export interface MailPort {
  /** Whether there is a server; without one nothing is sent, and people get links to pass on. */
  readonly isConfigured: boolean;
  /** Origin of the links in mails, without a slash at its end. */
  readonly publicUrl: string;
  /** Resolves once the server has taken the mail. Throws MailError. */
  send(mail: OutgoingMail): Promise<void>;
}
