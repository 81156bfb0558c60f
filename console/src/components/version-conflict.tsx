import { Alert, Button, Group, Stack, Table, Text } from '@mantine/core';
import { useTranslations } from '../i18n/translations.ts';
import type { Clash } from './clashes.ts';
import { translations } from './version-conflict-translations.ts';

/** Shown where somebody else has changed the same fields meanwhile: both versions, and the choice between them. */
export function VersionConflict({
  clashes,
  labelOf,
  isSaving,
  onKeep,
  onDiscard,
}: {
  clashes: readonly Clash[];
  /** What the form calls a field. */
  labelOf: (field: string) => string;
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
                  <Table.Td>{textOf(theirs)}</Table.Td>
                  <Table.Td>{textOf(mine)}</Table.Td>
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

/** A value as text: lists with commas, of records their names. */
function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value)) return value.map(textOf).join(', ') || '–';
  if (typeof value !== 'object') return String(value);
  return 'name' in value ? String(value.name) : JSON.stringify(value);
}
