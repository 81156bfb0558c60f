import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  countFingerprintsOfEarlierKeys,
  forgetFingerprintsOfEarlierKeys,
} from '../domain/idempotency/steps/other-fingerprints.ts';
import { perform } from '../domain/kernel/step.ts';
import { resealBatch } from '../domain/secret-rotation/steps/reseal-batch.ts';
import * as tables from '../domain/tables.ts';
import { systemClock } from '../infra/clock/ids.ts';
import { environment } from '../infra/config/environment.ts';
import { rotationSettings } from '../infra/config/service.ts';
import { createDataSource } from '../infra/database/data-source.ts';
import { type SealedColumn, sealedColumnsOf, tablesOf } from '../infra/database/table.ts';
import { runCommand } from '../infra/processes/command.ts';
import { createSecretBox } from '../infra/secrets/secret-box.ts';

/** A pass skips rows that are locked; so many follow for those. */
const MAX_PASSES = 10;
/** Until a transaction that holds a row has ended. */
const PAUSE_MS = 1_000;
/** Rows that are named of a column. */
const SHOWN = 20;

/** Exit codes; anything else that goes wrong is 2. */
const STILL_NEEDED = 1;
const UNREADABLE = 3;

/**
 * `marketwright rotate-secrets [--check] [--forget-fingerprints]`: encrypts all that is stored under the first key of
 * SECRETS_KEY, and reports whether the others are needed: exits with 0 when they are not, with 1 when they are, with 3 when
 * they are not, but some values cannot be decrypted by any key. May be killed, repeated, and run beside all processes.
 */
async function main(): Promise<number> {
  const { values: options } = parseArgs({
    options: { check: { type: 'boolean', default: false }, 'forget-fingerprints': { type: 'boolean', default: false } },
  });
  const settings = environment(rotationSettings, process.env);
  const { DATABASE_URL, DATABASE_DIRECT_URL: url = DATABASE_URL, SECRETS_KEY: keys } = settings;
  const dataSource = createDataSource({
    url,
    poolSize: 1,
    applicationName: 'marketwright-rotate-secrets',
    prepareStatements: false,
  });
  await dataSource.initialize();
  try {
    const deps = {
      db: dataSource.manager,
      clock: systemClock,
      secrets: createSecretBox(keys),
      sealedColumns: sealedColumnsOf(tablesOf(tables)),
    };
    let left = 0;
    let unreadable = 0;
    for (const column of deps.sealedColumns) {
      const found = await passes(deps, column, options.check);
      left += found.left;
      unreadable += found.unreadable;
    }
    if (options['forget-fingerprints'] && !options.check) await forget(deps);
    const fingerprints = await perform(deps, countFingerprintsOfEarlierKeys, {});
    if (fingerprints.count > 0) {
      print(
        `idempotency_key.fingerprint: ${fingerprints.count} of an earlier key, the last of which expires at ${fingerprints.until}`,
      );
    }
    if (left > 0 || fingerprints.count > 0) {
      print('Keep the earlier keys in SECRETS_KEY.');
      return STILL_NEEDED;
    }
    print('Nothing needs the earlier keys of SECRETS_KEY.');
    return unreadable > 0 ? UNREADABLE : 0;
  } finally {
    await dataSource.destroy();
  }
}

type Deps = Parameters<typeof resealBatch.run>[0];

/** Goes through the column until nothing is left, and prints what was found. */
async function passes(deps: Deps, column: SealedColumn, isDry: boolean): Promise<{ left: number; unreadable: number }> {
  let resealed = 0;
  for (let pass = 1; ; pass += 1) {
    const found = await onePass(deps, column, isDry);
    resealed += found.resealed;
    if (found.left === 0 || isDry || pass === MAX_PASSES) {
      const { left, unreadable } = found;
      const name = `${column.table}.${column.column}`;
      print(`${name}: ${resealed} encrypted again, ${left} under an earlier key, ${unreadable.length} unreadable`);
      if (unreadable.length > 0) {
        const more = unreadable.length > SHOWN ? `, and ${unreadable.length - SHOWN} more` : '';
        process.stderr.write(`${name}: no key decrypts ${unreadable.slice(0, SHOWN).join(', ')}${more}\n`);
      }
      return { left, unreadable: unreadable.length };
    }
    await setTimeout(PAUSE_MS);
  }
}

async function onePass(deps: Deps, { table, column }: SealedColumn, isDry: boolean) {
  const sum = { resealed: 0, left: 0, unreadable: [] as number[] };
  for (let afterId: number | null = 0; afterId !== null; ) {
    const batch: Awaited<ReturnType<typeof resealBatch.run>> = await perform(deps, resealBatch, {
      table,
      column,
      afterId,
      isDry,
    });
    sum.resealed += batch.resealed;
    sum.left += batch.left;
    sum.unreadable.push(...batch.unreadable);
    afterId = batch.lastId;
  }
  return sum;
}

async function forget(deps: Deps): Promise<void> {
  let sum = 0;
  for (let forgotten = -1; forgotten !== 0; sum += forgotten) {
    ({ forgotten } = await perform(deps, forgetFingerprintsOfEarlierKeys, {}));
  }
  print(`idempotency_key.fingerprint: ${sum} forgotten`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

await runCommand(main, 2);
