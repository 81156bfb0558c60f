import { pino } from 'pino';
import { commitStatement } from '../domain/commit-statement.ts';
import type { Command } from '../domain/kernel/command.ts';
import type { Deps } from '../domain/kernel/deps.ts';
import { amountText } from '../domain/kernel/money.ts';
import { perform } from '../domain/kernel/step.ts';
import { type Group, joinGroup, planJoins } from '../domain/payments/steps/join-purchases.ts';
import { listUnrecorded, recordPayments, type Unrecorded } from '../domain/payments/steps/record-payments.ts';
import { fanOut } from '../domain/subscribers.ts';
import { createClockComparison } from '../infra/clock/comparison.ts';
import { createIds, systemClock } from '../infra/clock/ids.ts';
import { settingsOrExit } from '../infra/config/environment.ts';
import { loadSetupConfig } from '../infra/config/service.ts';
import { readDatabaseClock } from '../infra/database/clock.ts';
import { createDataSource } from '../infra/database/data-source.ts';
import { createPoolReader } from '../infra/database/pool-reader.ts';
import { createTransactor } from '../infra/database/transaction.ts';
import { createGateways } from '../infra/payments/gateways.ts';
import { runCommand } from '../infra/processes/command.ts';
import { messageOf } from '../infra/processes/message-of.ts';
import { createSecretBox } from '../infra/secrets/secret-box.ts';
import { billingOrExit } from './billing.ts';

/**
 * `npm run join-purchases`: prints purchases that are one by the ids of their events and were applied apart, and payments that were
 * applied without a record at their invoice. With `-- --repair` it joins those and records these, each in a transaction of its
 * own. Exits with 1 where some are left.
 */
async function main(isRepair: boolean): Promise<number> {
  const config = settingsOrExit(loadSetupConfig);
  const { billing, invoicing } = billingOrExit(config);
  const dataSource = createDataSource({
    url: config.database.directUrl,
    poolSize: 2,
    applicationName: 'marketwright-join-purchases',
  });
  await dataSource.initialize();
  const transaction = createTransactor<Command>({
    dataSource,
    clock: systemClock,
    ids: createIds(),
    notify: () => undefined,
    // The relay of a worker sends them.
    dispatch: () => undefined,
    fanOut,
    commitStatement,
    log: pino({ level: 'silent' }),
  });
  const gateways = createGateways(config.payments.secrets);
  const secrets = createSecretBox(config.secretsKeys);
  const db = createPoolReader(dataSource);
  const deps = { transaction, db, gateways, secrets, billing, invoicing, clock: systemClock };
  const clocks = createClockComparison({
    clock: systemClock,
    readDatabase: () => readDatabaseClock(db),
    toleranceMs: config.clockToleranceMs,
  });
  try {
    // What is repaired of the books has its date for good.
    if (isRepair) await clocks.requireAgreement();
    const isJoined = await joinAll(deps, isRepair);
    return (await recordAll(deps, isRepair)) && isJoined ? 0 : 1;
  } finally {
    await dataSource.destroy();
  }
}

type Work = Parameters<(typeof joinGroup)['run']>[0] & Parameters<(typeof recordPayments)['run']>[0] & Pick<Deps, 'db'>;

/** Whether nothing is left to be joined. */
async function joinAll(deps: Work, isRepair: boolean): Promise<boolean> {
  for (;;) {
    const groups = await perform(deps, planJoins, {});
    if (groups.length === 0) process.stdout.write('No purchases are to be joined.\n');
    let joined = 0;
    for (const group of groups) {
      const outcome =
        isRepair && group.problem === null
          ? await tried(async () =>
              (await perform(deps, joinGroup, group))
                ? 'joined'
                : 'left as they are: others have changed them meanwhile',
            )
          : null;
      if (outcome === 'joined') joined += 1;
      process.stdout.write(`${lineOf(group, outcome)}\n`);
    }
    if (joined === 0) return groups.length === 0;
    if (joined === groups.length) process.stdout.write(`${joined} joined; looking for more.\n`);
  }
}

/** Whether no payment is left to be recorded. */
async function recordAll(deps: Work, isRepair: boolean): Promise<boolean> {
  let left = 0;
  let found = 0;
  for (let afterId: number | null = 0; afterId !== null; ) {
    const purchases: Unrecorded[] = await perform(deps, listUnrecorded, { afterId });
    found += purchases.length;
    for (const { id, gateway, subject, number, currency, kept_minor, recorded_minor } of purchases) {
      const outcome = isRepair
        ? await tried(async () => {
            await perform(deps, recordPayments, { gateway, subject });
            return 'recorded';
          })
        : 'would be recorded';
      if (outcome !== 'recorded') left += 1;
      const amounts = `${amountText(recorded_minor, currency)} of ${amountText(kept_minor, currency)} ${currency}`;
      process.stdout.write(
        `${gateway}: purchase ${id}, invoice ${number ?? '-'} has payments of ${amounts}: ${outcome}\n`,
      );
    }
    afterId = purchases.at(-1)?.id ?? null;
  }
  if (found === 0) process.stdout.write('All payments are recorded at their invoices.\n');
  return left === 0;
}

/** The others are repaired though one is not. */
async function tried(repair: () => Promise<string>): Promise<string> {
  try {
    return await repair();
  } catch (error) {
    return `failed: ${messageOf(error)}`;
  }
}

function lineOf({ gateway, kept, joined, problem }: Group, outcome: string | null): string {
  const said = outcome ?? (problem === null ? 'would be joined' : `can't be joined: ${problem}`);
  return `${gateway}: ${describe(kept)} stays; ${joined.map((one) => `${describe(one)} is taken back`).join('; ')}: ${said}`;
}

function describe({ id, partner_id, reference, invoice_number, credits, paid_minor, currency }: Group['kept']): string {
  const paid = paid_minor === null || currency === null ? '' : `, ${amountText(paid_minor, currency)} ${currency} paid`;
  const order = reference === null ? 'without an order' : `order ${reference}, invoice ${invoice_number ?? '-'}${paid}`;
  return `purchase ${id} of partner ${partner_id ?? '-'} (${order}, ${credits} credits)`;
}

const [, , ...args] = process.argv;
if (args.some((arg) => arg !== '--repair')) {
  process.stderr.write('Usage: join-purchases [--repair]\n');
  process.exitCode = 2;
} else {
  await runCommand(() => main(args.includes('--repair')), 2);
}
