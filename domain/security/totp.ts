import { generateSecret, generateURI, verifySync } from 'otplib';

/** As apps show the service. */
const ISSUER = 'Marketwright';
/** Seconds that a phone's clock may be wrong by: one step before and after. */
const TOLERANCE_SECONDS = 30;
const CODE = /^\d{6}$/;

/** A new secret in base32, 160 bits (RFC 4226, section 4). */
export function newTotpSecret(): string {
  return generateSecret();
}

/** Address that an app reads from a QR code. */
export function totpUri(secret: string, email: string): string {
  return generateURI({ issuer: ISSUER, label: email, secret });
}

/** Whether a text has the form of a one-time code, once spaces are left out. */
export function isTotpCode(code: string): boolean {
  return CODE.test(withoutSpaces(code));
}

/** The step of 30 s that a code belongs to, or null: it is wrong, or of a step up to `afterStep`, which was used. */
export function totpStepOf(
  secret: string,
  code: string,
  options: { now: Date; afterStep: number | null },
): number | null {
  const token = withoutSpaces(code);
  if (!CODE.test(token)) return null;
  const result = verifySync({
    secret,
    token,
    epoch: Math.floor(options.now.getTime() / 1000),
    epochTolerance: TOLERANCE_SECONDS,
    ...(options.afterStep !== null && { afterTimeStep: options.afterStep }),
  });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}

function withoutSpaces(code: string): string {
  return code.replaceAll(' ', '');
}
