import { fateOf, linksOf } from '../domain/data-protection/rules.ts';
import * as declared from '../domain/tables.ts';
import { type Table, tablesOf } from '../infra/database/table.ts';

/** Where docs/auditors.md has the list. */
export const BEGIN = '<!-- The tables, by `node test/write-data-register.ts`. -->';
export const END = '<!-- End of the tables. -->';

/** The list of tables of docs/auditors.md, made of their declarations. */
export function dataRegister(): string {
  const rows = tablesOf(declared)
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map(
      (table) =>
        `| \`${table.name}\` | ${table.data.personal.join(', ') || 'none'} | ${keptFor(table)} | ${erasedBy(table)} |`,
    );
  return [
    '| Table | Personal data | Kept | After an erasure of the partner, of a user |',
    '| ----- | ------------- | ---- | ------------------------------------------ |',
    ...rows,
  ].join('\n');
}

function keptFor({ kept }: Table): string {
  if ('with' in kept) return `with \`${kept.with}\``;
  if ('because' in kept) return `no end: ${kept.because}`;
  const time = kept.days === 0 ? 'until' : `${daysOf(kept.days)} after`;
  return `${time} \`${kept.since}\`${kept.condition ? ', of some rows' : ''}${kept.setting ? ` (\`${kept.setting}\`)` : ''}`;
}

function daysOf(days: number): string {
  if (days < 1) return `${Math.round(days * 1_440)} minutes`;
  return days === 1 ? '1 day' : `${days} days`;
}

function erasedBy(table: Table): string {
  const { data } = table;
  if (data.nobody !== undefined) return `belongs to nobody: ${data.nobody}`;
  const parts = (['partner', 'user'] as const).flatMap((kind) => {
    const fate = fateOf(table, kind);
    if (linksOf(table, kind).length === 0) return [];
    const columns =
      fate === 'cleared' ? Object.keys((kind === 'partner' ? data.kept : data.people)?.cleared ?? {}) : [];
    const because = kind === 'partner' && data.kept ? `: ${data.kept.because}` : '';
    return [
      `${kind}: ${fate === 'cleared' ? `kept without ${columns.map((name) => `\`${name}\``).join(', ')}` : fate}${because}`,
    ];
  });
  return parts.join('; ');
}
