import { z } from 'zod';
import type { SessionRow } from '../../domain/oauth/session-store.ts';
import type { AddedPasskey } from '../../domain/security/operations/passkeys.ts';
import type { SecuritySettings } from '../../domain/security/operations/reads.ts';
import type { PasskeyRow } from '../../domain/security/table.ts';
import { countSchema, datetime, datetimeSchema, presenter, resource } from '../resource.ts';

/** A browser in which the person is signed in. */
export const sessionResource = resource({
  type: 'user_session',
  attributes: {
    device: z.string().describe('Browser and system as the user agent names them, such as `Firefox, Windows`.'),
    address: z.string().describe('Prefix only: three bytes of IPv4, 48 bits of IPv6.'),
    is_current: z.boolean().describe('Whether it is the session of this request.'),
    created_at: datetimeSchema,
    last_used_at: datetimeSchema.describe('When the console last renewed its access for the session.'),
  },
  present: (session: SessionRow) => ({ attributes: { address: session.network } }),
});

/** A passkey of the person. */
export const passkeyResource = resource({
  type: 'passkey',
  attributes: {
    name: z.string().describe('Name by which the person recognizes it, such as the device.'),
    created_at: datetimeSchema,
    last_used_at: datetimeSchema.nullable().describe('When it was last used; null if never.'),
  },
  present: (_passkey: PasskeyRow) => ({}),
});

/** How the person signs in. */
export const securityResource = resource({
  type: 'security',
  attributes: {
    has_password: z.boolean().describe('Whether the person can sign in with a password.'),
    totp_enabled_at: datetimeSchema.nullable().describe('null if there is no app for one-time codes.'),
    recovery_codes_left: countSchema.describe('Number of unused codes.'),
    passkeys: z.array(passkeyResource.schema).describe('Oldest first, at most 20.'),
    second_factor_required: z.boolean().describe('Whether the partner requires a second factor of everyone.'),
  },
  present: (settings: SecuritySettings, context) => ({
    id: settings.userId,
    attributes: {
      has_password: settings.hasPassword,
      totp_enabled_at: datetime(settings.totpSince),
      recovery_codes_left: settings.recoveryCodesLeft,
      passkeys: settings.passkeys.map((passkey) => passkeyResource.present(passkey, context)),
      second_factor_required: settings.isFactorRequired,
    },
  }),
});

const codes = z.array(z.string()).nullable().describe('Ten codes, shown once. null if earlier ones stay valid.');

/** What an app for one-time codes needs. */
export const enrolmentResource = resource({
  type: 'totp_enrolment',
  attributes: {
    secret: z.string().nullable().describe('Base32, for manual entry; shown once.'),
    uri: z.url().nullable().describe('`otpauth:` address for a QR code; shown once.'),
  },
  present: ({ userId, secret, uri }: { userId: number; secret: string; uri: string }) => ({
    id: userId,
    attributes: { secret, uri },
  }),
});

/** New recovery codes. */
export const recoveryCodesResource = resource({
  type: 'recovery_codes',
  attributes: { recovery_codes: codes },
  present: ({ userId, recoveryCodes }: { userId: number; recoveryCodes: string[] | null }) => ({
    id: userId,
    attributes: { recovery_codes: recoveryCodes },
  }),
});

/** A passkey that was just added. */
export const addedPasskey = presenter(
  z.object({ data: passkeyResource.schema, recovery_codes: codes }),
  ({ passkey, recoveryCodes }: AddedPasskey, context) => ({
    data: passkeyResource.present(passkey, context),
    recovery_codes: recoveryCodes,
  }),
);

/** Options for `navigator.credentials` as JSON. */
export const browserOptions = presenter(
  z.object({ options: z.record(z.string(), z.unknown()).describe('WebAuthn options in JSON.') }),
  ({ options }: { options: object }) => ({ options: { ...options } }),
);

/** What the partner requires of people who sign in. */
export const policyResource = resource({
  type: 'sign_in_policy',
  attributes: {
    require_second_factor: z.boolean().describe('People without a second factor set it up at their next sign-in.'),
  },
  present: ({ id, isRequired }: { id: number; isRequired: boolean }) => ({
    id,
    attributes: { require_second_factor: isRequired },
  }),
});
