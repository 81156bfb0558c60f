import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import type { Deps } from '../kernel/deps.ts';
import { consumeRecordRow, findRecordRow, saveRecordRow } from '../oauth/record-store.ts';
import { subjectOfUser } from '../oauth/schema.ts';
import type { UserRow } from '../users/table.ts';
import { findPasskeyByCredential, recordPasskeyUse } from './store.ts';
import type { PasskeyRow } from './table.ts';

const KIND = 'PasskeyChallenge';
/** A challenge is answered within this time, or not at all. */
const CHALLENGE_MS = 5 * 60_000;
/** As browsers show the service. */
const NAME = 'Marketwright';
/** ES256, EdDSA, RS256: what authenticators have (COSE algorithm numbers). */
const ALGORITHMS = [-7, -8, -257];
/** Longest field of an answer; attestations of browsers have less than 2,000 characters. */
const MAX_FIELD = 4_096;

/** Longest id of a passkey (WebAuthn, level 3, section 7.1). No index of the database keeps one of the length of a field. */
const MAX_CREDENTIAL_ID_BYTES = 1_023;

type Services = Pick<Deps, 'db' | 'clock' | 'secrets' | 'identity'>;

const field = z.string().max(MAX_FIELD);
const common = {
  id: field,
  rawId: field.describe("Same as `id`: the passkey's id, base64url."),
  type: z.literal('public-key'),
  authenticatorAttachment: z
    .string()
    .max(40)
    .nullish()
    .describe('`platform`: built into the device; `cross-platform`: separate. As reported by the browser.'),
};
const clientData = field.describe("The browser's client data with challenge and origin: JSON in base64url.");

/** What a browser answers to a request for a new passkey (WebAuthn, RegistrationResponseJSON). */
export const registrationResponse = z.object({
  ...common,
  response: z
    .object({
      clientDataJSON: clientData,
      attestationObject: field.describe('The new public key with its attestation: CBOR in base64url.'),
      transports: z
        .array(z.string().max(40))
        .max(10)
        .optional()
        .describe('How browsers reach the authenticator, such as `internal` or `usb`.'),
    })
    .describe('AuthenticatorAttestationResponse of WebAuthn.'),
});

/** What a browser answers to a request for a signature (WebAuthn, AuthenticationResponseJSON). */
export const authenticationResponse = z.object({
  ...common,
  response: z
    .object({
      clientDataJSON: clientData,
      authenticatorData: field.describe('Authenticator data, base64url.'),
      signature: field.describe('Signature with the private key of the passkey, base64url.'),
      userHandle: field
        .nullish()
        .describe('User handle of the passkey, base64url; if given, it must match the person.'),
    })
    .describe('AuthenticatorAssertionResponse of WebAuthn.'),
});
type AuthenticationAnswer = z.output<typeof authenticationResponse>;

/** What a challenge is for: only an answer for the same is accepted. */
export interface ChallengeUse {
  /** `add` and `confirm` are of a person who is signed in, `sign_in` is of an interaction. */
  purpose: 'add' | 'confirm' | 'sign_in';
  /** Number of the person, or the id of the interaction. */
  of: string;
}

/** Loaded with the first passkey, since few requests need it. */
const library = () => import('@simplewebauthn/server');

/** Options with which a browser makes a passkey. */
export async function registrationOptions(deps: Services, user: UserRow, existing: readonly PasskeyRow[]) {
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: NAME,
    rpID: rpOf(deps).id,
    userName: user.email,
    userDisplayName: user.name,
    userID: new TextEncoder().encode(subjectOfUser(user.id)),
    attestationType: 'none',
    timeout: CHALLENGE_MS,
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: existing.map(descriptorOf),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await keepChallenge(deps, options.challenge, { purpose: 'add', of: String(user.id) }, user.id);
  return options;
}

/** A verified new passkey. */
export type NewPasskey = Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter' | 'transports'>;

/** Verifies a new passkey; null: it is for something else, too late, or not valid. */
export async function verifyRegistration(
  deps: Services,
  user: UserRow,
  given: z.output<typeof registrationResponse>,
): Promise<NewPasskey | null> {
  if (!(await hasNoCertificates(given.response.attestationObject))) return null;
  const { verifyRegistrationResponse } = await library();
  const { id, origin } = rpOf(deps);
  const result = await verifyRegistrationResponse({
    response: { ...given, clientExtensionResults: {} } as RegistrationResponseJSON,
    expectedChallenge: (challenge) => consumeChallenge(deps, challenge, { purpose: 'add', of: String(user.id) }),
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(asRefusal);
  if (!result?.verified) return null;
  const { credential } = result.registrationInfo;
  const credentialId = Buffer.from(credential.id, 'base64url');
  if (credentialId.length > MAX_CREDENTIAL_ID_BYTES) return null;
  return {
    credential_id: credentialId,
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: credential.transports ?? [],
  };
}

/**
 * Whether an attestation names no certificates. None were asked for, and the addresses in them would be called to see
 * whether they were revoked.
 */
async function hasNoCertificates(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  try {
    const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
    const format = attestation.get('fmt');
    return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
  } catch {
    return false;
  }
}

/** Options with which a browser signs; without passkeys, the person chooses among all that the browser finds. */
export async function authenticationOptions(
  deps: Services,
  use: ChallengeUse,
  { userId = null, passkeys = [] }: { userId?: number | null; passkeys?: readonly PasskeyRow[] } = {},
) {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: rpOf(deps).id,
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    allowCredentials: passkeys.map(descriptorOf),
  });
  await keepChallenge(deps, options.challenge, use, userId);
  return options;
}

/**
 * The passkey that signed a challenge, and its use is recorded; null: it is unknown, or for something else, too late, not
 * valid, or a copy. `userId`: whose it has to be.
 */
export async function verifyAuthentication(
  deps: Services,
  use: ChallengeUse,
  given: AuthenticationAnswer,
  userId: number | null = null,
): Promise<PasskeyRow | null> {
  const passkey = await findPasskeyByCredential(deps.db, Buffer.from(given.id, 'base64url'));
  if (!passkey || (userId !== null && passkey.user_id !== userId)) return null;
  const { userHandle } = given.response;
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== subjectOfUser(passkey.user_id)) return null;
  const { verifyAuthenticationResponse } = await library();
  const { id, origin } = rpOf(deps);
  const result = await verifyAuthenticationResponse({
    response: { ...given, clientExtensionResults: {} } as AuthenticationResponseJSON,
    expectedChallenge: (challenge) => consumeChallenge(deps, challenge, use),
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id.toString('base64url'),
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.counter,
    },
  }).catch(asRefusal);
  if (!result?.verified) return null;
  const { newCounter } = result.authenticationInfo;
  return (await recordPasskeyUse(deps.db, deps.clock.now(), passkey.id, newCounter)) ? passkey : null;
}

/** The library throws for everything that is not valid. Failures of the database have a code that is not of Node's cryptography. */
function asRefusal(error: unknown): null {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code === 'string' && !code.startsWith('ERR_')) throw error;
  return null;
}

/** The relying party: the host that people see in the address bar, and its origin. */
function rpOf({ identity }: Pick<Deps, 'identity'>): { id: string; origin: string } {
  const { hostname, origin } = new URL(identity.publicUrl);
  return { id: hostname, origin };
}

function descriptorOf({ credential_id, transports }: PasskeyRow) {
  return { id: credential_id.toString('base64url'), transports };
}

async function keepChallenge(
  { db, clock, secrets }: Services,
  challenge: string,
  { purpose, of }: ChallengeUse,
  userId: number | null,
): Promise<void> {
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + CHALLENGE_MS);
  const payload = secrets.seal(JSON.stringify({ purpose, of, until: expiresAt.getTime() }));
  const unused = { grantId: null, uid: null, clientId: null };
  await saveRecordRow(db, now, { ...unused, kind: KIND, id: challenge, userId, payload, expiresAt });
}

/** Uses up a challenge; whether it was made for this, is not too old, and was not used before. */
async function consumeChallenge(
  { db, clock, secrets }: Services,
  challenge: string,
  { purpose, of }: ChallengeUse,
): Promise<boolean> {
  const now = clock.now();
  if (!(await consumeRecordRow(db, now, KIND, challenge))) return false;
  const row = await findRecordRow(db, KIND, challenge);
  if (!row) return false;
  const kept: unknown = JSON.parse(secrets.open(row.payload));
  const known = z.object({ purpose: z.string(), of: z.string(), until: z.number() }).parse(kept);
  return known.purpose === purpose && known.of === of && known.until > now.getTime();
}
