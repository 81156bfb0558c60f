import { Alert, Button, Group, Stack, Table, Text } from '@mantine/core';
import { useTranslations } from '../i18n/translations.ts';
import { humanize } from '../lib/labels.ts';
import type { Clash } from './clashes.ts';
import type { ProblemsOf } from './record-form.ts';
import { ErrorAlert } from './states.tsx';
import { translations } from './version-conflict-translations.ts';

/** The problems of a record's form: both versions where two people have changed the same, or the last error. */
export function FormProblems({
  form,
  ...names
}: {
  form: ProblemsOf;
  /** What the form calls a field. */
  labelOf: (field: string) => string;
  /** How the form shows a value; undefined: as any other. */
  textOf?: (field: string, value: unknown) => string | undefined;
}) {
  return (
    <>
      {form.clashes.length > 0 && (
        <VersionConflict
          clashes={form.clashes}
          {...names}
          isSaving={form.isSaving}
          onKeep={() => form.save()}
          onDiscard={form.discard}
        />
      )}
      {form.error !== null && <ErrorAlert error={form.error} />}
    </>
  );
}

/** Returns the name of a field among the texts of a view; a field without one is called as the API calls it. */
export function labelsIn(texts: object, names: Readonly<Record<string, string>> = {}): (field: string) => string {
  return (field) => {
    const text = Reflect.get(texts, names[field] ?? field);
    return typeof text === 'string' ? text : field;
  };
}

/** Shown where somebody else has changed the same fields meanwhile: both versions, and the choice between them. */
export function VersionConflict({
  clashes,
  labelOf,
  textOf = () => undefined,
  isSaving,
  onKeep,
  onDiscard,
}: {
  clashes: readonly Clash[];
  /** What the form calls a field. */
  labelOf: (field: string) => string;
  /** How the form shows a value; undefined: as any other. */
  textOf?: ((field: string, value: unknown) => string | undefined) | undefined;
  isSaving: boolean;
  /** Saves the person's own version. */
  onKeep: () => void;
  /** Drops it. */
  onDiscard: () => void;
}) {
  const t = useTranslations(translations);
  return (
    <Alert color="orange" variant="outline" title={t.changedMeanwhile} role="alert">
      <Stack gap="sm">
        <Text size="sm">{t.changedMeanwhileText}</Text>
        <Table.ScrollContainer minWidth={320} tabIndex={0} aria-label={t.changedMeanwhile}>
          <Table layout="fixed">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t.field}</Table.Th>
                <Table.Th>{t.theirVersion}</Table.Th>
                <Table.Th>{t.myVersion}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {clashes.map(({ field, theirs, mine }) => (
                <Table.Tr key={field}>
                  <Table.Th>{labelOf(field)}</Table.Th>
                  <Table.Td>{textOf(field, theirs) ?? plainText(theirs)}</Table.Td>
                  <Table.Td>{textOf(field, mine) ?? plainText(mine)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
        <Group>
          <Button size="xs" onClick={onKeep} loading={isSaving}>
            {t.saveMine}
          </Button>
          <Button size="xs" variant="default" onClick={onDiscard}>
            {t.takeTheirs}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

/** A value as text: lists with commas, of records in them their names. */
function plainText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value)) return value.map(nameOf).join(', ') || '–';
  if (typeof value !== 'object') return String(value);
  return (
    Object.entries(value)
      .map(([name, part]) => `${humanize(name)}: ${plainText(part)}`)
      .join('; ') || '–'
  );
}

function nameOf(entry: unknown): string {
  return typeof entry === 'object' && entry !== null && 'name' in entry ? String(entry.name) : plainText(entry);
}
