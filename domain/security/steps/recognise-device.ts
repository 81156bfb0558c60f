import { hash } from 'node:crypto';
import { z } from 'zod';
import type { Deps, Tx } from '../../kernel/deps.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { recordId } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import { deviceOf, truncatedAddress } from '../../oauth/device.ts';
import { findRecordRow, saveRecordRow } from '../../oauth/record-store.ts';
import { type ReportDeps, reportSecurityChange } from '../../users/report-security-change.ts';
import { findActiveUser } from '../../users/store.ts';

const KIND = 'SignInDevice';
/** All are forgotten this long after the last sign-in of the person. */
const REMEMBERED_MS = 180 * DAY_MS;
/** Browsers that are remembered of a person, the last used ones: one record, however often somebody signs in. */
const MOST_DEVICES = 20;
const DEVICE_ID = /^[0-9A-Za-z]{43}$/;

const known = z.object({ devices: z.array(z.string()) });

/**
 * Remembers the browser of a sign-in by a random id in a cookie, and notifies the person of a new one. The first one after joining,
 * and after a reset of the password, is taken for the person's own. Returns the id for the cookie.
 */
export const recogniseDevice = step({
  name: 'sign_in.recognise_device',
  input: z.object({
    userId: recordId,
    /** Of the cookie; anything may be in it. */
    deviceId: z.string().optional(),
    userAgent: z.string().optional(),
    address: z.string(),
    /** Of the page; BCP 47. */
    language: z.string(),
  }),
  output: z.string(),
  async run(
    deps: Pick<Deps, 'db' | 'transaction'> & ReportDeps,
    call,
    { userId, deviceId: given = '', userAgent, address, language },
  ) {
    const deviceId = DEVICE_ID.test(given) ? given : deps.ids.base62(43);
    const user = await findActiveUser(deps.db, { id: userId });
    if (!user) return deviceId;
    const { id, partner_id: partnerId, role } = user;
    const actor = { kind: 'user', userId: id, partnerId, role, scopedCapabilities: null } as const;
    const asPerson = { ...call, actor };
    await deps.transaction(asPerson, async (tx) => {
      const before = await devicesOf(tx, deps, userId);
      const device = hash('sha256', deviceId, 'base64url');
      const devices = [device, ...(before ?? []).filter((one) => one !== device)].slice(0, MOST_DEVICES);
      await saveRecordRow(tx.em, tx.now, {
        kind: KIND,
        id: recordIdOf(userId),
        grantId: null,
        uid: null,
        userId,
        clientId: null,
        payload: deps.secrets.seal(JSON.stringify({ devices })),
        expiresAt: new Date(tx.now.getTime() + REMEMBERED_MS),
      });
      if (!before || before.includes(device)) return;
      const detail = `${deviceOf(userAgent)}, ${truncatedAddress(address)}`;
      await reportSecurityChange(tx, { deps, call: asPerson }, user, { change: 'new_device', detail, language });
    });
    return deviceId;
  },
});

/** Hashes of a person's browsers; undefined: none is remembered. */
async function devicesOf(tx: Tx, { secrets }: Pick<Deps, 'secrets'>, userId: number): Promise<string[] | undefined> {
  const record = await findRecordRow(tx.em, KIND, recordIdOf(userId));
  if (!record) return undefined;
  try {
    return known.parse(JSON.parse(secrets.open(record.payload))).devices;
  } catch {
    // Sealed with a key that was replaced: every browser is new.
    return [];
  }
}

function recordIdOf(userId: number): string {
  return `devices of ${userId}`;
}
