import {
  bigint,
  bytes,
  identity,
  type Row,
  sealed,
  table,
  textArray,
  timestamp,
  varchar,
} from '../../infra/database/table.ts';

const OF_A_PERSON = {
  personal: ['credential'],
  of: [{ to: 'app_user', by: 'user_id' }],
  people: { by: 'user_id', erased: 'deleted' },
} as const;

/** An app that makes one-time codes (RFC 6238), at most one of a person. */
export const totpFactorTable = table(
  'totp_factor',
  {
    id: identity(),
    user_id: bigint(),
    /** Base32. */
    secret: sealed(),
    /** null: the person has not shown a code yet. */
    confirmed_at: timestamp().nullable(),
    /** The step of 30 s whose code was accepted last; codes up to it are not accepted again. */
    last_step: bigint().nullable(),
    created_at: timestamp(),
  },
  { because: 'Its person signs in with it.' },
  { ...OF_A_PERSON, secret: ['secret'] },
);
export type TotpFactorRow = Row<typeof totpFactorTable>;

/** A code that replaces the second factor once. */
export const recoveryCodeTable = table(
  'recovery_code',
  {
    id: identity(),
    user_id: bigint(),
    /** SHA-256. The code is random, so no salt is needed. */
    code_hash: bytes(),
    used_at: timestamp().nullable(),
    created_at: timestamp(),
  },
  { because: 'Ten of a person, which new ones replace.' },
  { ...OF_A_PERSON, secret: ['code_hash'] },
);

/** A passkey (WebAuthn credential) of a person. */
export const passkeyTable = table(
  'passkey',
  {
    id: identity(),
    user_id: bigint(),
    name: varchar(100),
    credential_id: bytes(),
    /** COSE key. */
    public_key: bytes(),
    /** How often the authenticator says that it was used; 0 where it does not count. */
    counter: bigint(),
    /** How browsers reach the authenticator, such as `internal`, `usb`. */
    transports: textArray(),
    created_at: timestamp(),
    last_used_at: timestamp().nullable(),
  },
  { because: 'Its person signs in with it.' },
  { ...OF_A_PERSON, personal: ['credential', 'text'], secret: ['credential_id', 'public_key'] },
);
export type PasskeyRow = Row<typeof passkeyTable>;
