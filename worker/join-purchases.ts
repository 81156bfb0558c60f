import { pino } from 'pino';
import { billingSettings } from '../domain/billing-settings.ts';
import { closing } from '../domain/closing-statement.ts';
import type { Command } from '../domain/kernel/command.ts';
import { amountText } from '../domain/kernel/money.ts';
import { perform } from '../domain/kernel/step.ts';
import { type Group, joinGroup, planJoins } from '../domain/payments/steps/join-purchases.ts';
import { fanOut } from '../domain/subscribers.ts';
import { createIds, systemClock } from '../infra/clock/ids.ts';
import { checkedSetting, logoFile, settingsOrExit } from '../infra/config/environment.ts';
import { loadSetupConfig } from '../infra/config/service.ts';
import { createDataSource } from '../infra/database/data-source.ts';
import { createTransactor } from '../infra/database/transaction.ts';
import { createGateways } from '../infra/payments/gateways.ts';
import { createSecretBox } from '../infra/secrets/secret-box.ts';

/**
 * `npm run join-purchases`: prints purchases that are one by the ids of their events and were applied apart, and with
 * `-- --repair` joins them, each group in a transaction of its own. Exits with 1 where some are left.
 */
async function main(isRepair: boolean): Promise<number> {
  const config = settingsOrExit(loadSetupConfig);
  const { billing, invoicing } = settingsOrExit(() =>
    billingSettings({ ...config.payments, accounts: undefined }, { checked: checkedSetting, logoFile }),
  );
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
    closing,
    log: pino({ level: 'silent' }),
  });
  const gateways = createGateways(config.payments.secrets);
  const secrets = createSecretBox(config.secretsKeys);
  const deps = { transaction, gateways, secrets, billing, invoicing, clock: systemClock };
  try {
    for (;;) {
      const groups = await perform(deps, planJoins, {});
      if (groups.length === 0) process.stdout.write('No purchases are to be joined.\n');
      let joined = 0;
      for (const group of groups) {
        const outcome = isRepair && group.problem === null ? await tried(() => perform(deps, joinGroup, group)) : null;
        if (outcome === 'joined') joined += 1;
        process.stdout.write(`${lineOf(group, outcome)}\n`);
      }
      if (joined === 0) return groups.length === 0 ? 0 : 1;
      if (joined === groups.length) process.stdout.write(`${joined} joined; looking for more.\n`);
    }
  } finally {
    await dataSource.destroy();
  }
}

/** The others are joined though one is not. */
async function tried(join: () => Promise<boolean>): Promise<string> {
  try {
    return (await join()) ? 'joined' : 'left as they are: others have changed them meanwhile';
  } catch (error) {
    return `failed: ${error instanceof Error ? error.message : String(error)}`;
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
  try {
    process.exitCode = await main(args.includes('--repair'));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  }
}
