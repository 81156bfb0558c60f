/** What the texts of a mail say, by template. All of it may come from people; none of it is secret. */
export interface MailValues {
  /** An invitation to a partner's team. `days` until its link expires. */
  invitation: { inviter: string; partner: string; days: number };
  /** A link to set a new password. `minutes` until it expires. */
  password_reset: { minutes: number };
  /** Notifications since the last such mail, and how many failed executions are among them. */
  notifications: { count: number; failed: number };
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
