import { Button, Group, Kbd, Stack, Switch, Table, Text } from '@mantine/core';
import { Dialog } from '../../components/dialog.tsx';
import { useLabel, useTranslations } from '../../i18n/translations.ts';
import { translations as shellTranslations } from '../translations.ts';
import { keyOf, switchShortcuts, useAreShortcutsOn, useViews } from './shortcuts.ts';
import { translations } from './translations.ts';

/** The list of shortcuts, and the switch for those of single keys. */
export default function ShortcutHelp({
  onClose,
  onHelp,
  modifier,
}: {
  onClose: () => void;
  /** Opens the help beside the view. */
  onHelp: () => void;
  modifier: string;
}) {
  const t = useTranslations(translations);
  const shell = useTranslations(shellTranslations);
  const labelOf = useLabel();
  const areOn = useAreShortcutsOn();
  const views = useViews().flatMap((view) => {
    const key = keyOf(view.to);
    return key ? [{ ...view, key }] : [];
  });
  return (
    <Dialog title={t.shortcuts} opened onClose={onClose}>
      <Stack>
        <Switch
          label={t.useShortcuts}
          description={t.useShortcutsText}
          checked={areOn}
          onChange={(event) => switchShortcuts(event.currentTarget.checked)}
        />
        <Table verticalSpacing={4} aria-label={t.shortcuts}>
          <Table.Tbody>
            <Shortcut label={t.open} keys={[modifier, 'K']} />
            {areOn && <Shortcut label={t.showShortcuts} keys={['?']} />}
            {areOn &&
              views.map(({ to, label, key }) => (
                <Shortcut key={to} label={labelOf(label)} keys={['g', key]} between={t.followedBy} />
              ))}
          </Table.Tbody>
        </Table>
        <Button variant="default" size="xs" onClick={onHelp} style={{ alignSelf: 'start' }}>
          {shell.help}
        </Button>
      </Stack>
    </Dialog>
  );
}

function Shortcut({ label, keys, between }: { label: string; keys: readonly string[]; between?: string }) {
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400}>
        {label}
      </Table.Th>
      <Table.Td>
        <Group gap={6} justify="flex-end" wrap="nowrap">
          {keys.map((key, index) => (
            <Group key={key} gap={6} wrap="nowrap">
              {index > 0 && between && (
                <Text size="xs" c="dimmed">
                  {between}
                </Text>
              )}
              <Kbd size="sm">{key}</Kbd>
            </Group>
          ))}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
