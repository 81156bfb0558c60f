/** Changes of an account of which its person is notified by mail, whatever else the person has chosen. */
export const SECURITY_CHANGES = [
  'password_changed',
  'password_reset',
  'totp_added',
  'totp_removed',
  'passkey_added',
  'passkey_removed',
  'recovery_codes_renewed',
  'second_factor_reset',
  'role_changed',
  'new_device',
] as const;
export type SecurityChange = (typeof SECURITY_CHANGES)[number];

/** What the texts of a mail say, by template. All of it may come from people; none of it is secret. */
export interface MailValues {
  /** An invitation to a partner's team. `days` until its link expires. */
  invitation: { inviter: string; partner: string; days: number };
  /** A link to set a new password. `minutes` until it expires. */
  password_reset: { minutes: number };
  /** Notifications since the last such mail, and what needs somebody among them. */
  notifications: NotificationValues;
  /** A change of the recipient's own account. */
  security: SecurityValues;
}

/** Notifications of a mail. */
export interface NotificationValues {
  count: number;
  /** Failed executions among them. */
  failed: number;
  /** What they say of the credits; absent: nothing. */
  credits?: 'low' | 'exhausted';
  /** Failed payments among them; absent: none. */
  payments?: number;
}

/** What was changed of an account, by whom and when. */
interface SecurityValues {
  change: SecurityChange;
  /** Name of the passkey, the new role, or browser and network. Empty: there is nothing to say. */
  detail: string;
  /** `self`: whoever was signed in as the person. */
  by: 'self' | 'team' | 'operator';
  /** Name of the member of the team who made the change; empty for others. */
  name: string;
  /** ISO 8601. */
  at: string;
  /** IANA name of the person's time zone. */
  zone: string;
}

/** A kind of mail. */
export type MailTemplate = keyof MailValues;

/** The words of a mail, plain text; `action` is the text of the button to the link. */
export interface MailText {
  subject: string;
  paragraphs: readonly string[];
  action: string;
}

/** All texts of a language. */
export type MailTexts = { [Template in MailTemplate]: (values: MailValues[Template]) => MailText } & {
  /** Below every mail: what to do where the button does not work. */
  copyLink: string;
  /** Below every mail: who sends it. */
  footer: string;
};
