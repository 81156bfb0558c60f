import { z } from 'zod';
import type { Deps } from '../../domain/kernel/deps.ts';
import { perform } from '../../domain/kernel/step.ts';
import { deleteRecord, findRecord, saveRecord } from '../../domain/oauth/steps/records.ts';

const KIND = 'SignInState';
/** Somebody who stops in between starts again with the password. */
const KEPT_MS = 10 * 60_000;

const state = z.object({
  userId: z.int(),
  email: z.string(),
  /** Of the password that was shown. */
  passwordStamp: z.string().default(''),
  /** What comes next: a second factor, setting one up, or nothing, once the recovery codes were shown. */
  stage: z.enum(['factor', 'enrol', 'done']),
  hasTotp: z.boolean(),
  hasPasskeys: z.boolean(),
  /** Of the app that this sign-in sets up; the record is sealed. */
  newSecret: z.string().nullable().default(null),
  until: z.number(),
});

/** How far somebody has come who has shown the right password, in an interaction. */
export type SignInState = z.output<typeof state>;

type Services = Pick<Deps, 'db' | 'clock' | 'secrets'>;

/** The state of an interaction; undefined: nobody has shown a password, or too long ago. */
export async function findState(services: Services, interaction: string): Promise<SignInState | undefined> {
  const record = await perform(services, findRecord, { kind: KIND, id: interaction });
  const known = record && state.parse(record.payload);
  return known && known.until > services.clock.now().getTime() ? known : undefined;
}

/** Keeps the state of an interaction. */
export async function keepState(
  services: Services,
  interaction: string,
  given: Omit<SignInState, 'until'>,
): Promise<void> {
  const until = services.clock.now().getTime() + KEPT_MS;
  await perform(services, saveRecord, {
    kind: KIND,
    id: interaction,
    grantId: null,
    uid: null,
    userId: given.userId,
    clientId: null,
    payload: { ...given, until },
    expiresAt: new Date(until).toISOString(),
  });
}

/** Forgets the state of an interaction. */
export async function dropState(services: Services, interaction: string): Promise<void> {
  await perform(services, deleteRecord, { kind: KIND, id: interaction });
}
