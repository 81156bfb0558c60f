import { Button, Code, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { CopyButton } from '../../components/copy-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { translations } from './translations.ts';

/** Shows recovery codes, which nobody can read again. */
export function CodesDialog({ codes, onClose }: { codes: readonly string[] | null; onClose: () => void }) {
  const t = useTranslations(translations);
  return (
    <Dialog opened={codes !== null} onClose={onClose} title={t.codes} isOnce>
      <Stack gap="md">
        <Text>{t.codesLead}</Text>
        <SimpleGrid cols={2} component="ul" className="unstyled" spacing="xs">
          {codes?.map((code) => (
            <li key={code}>
              <Code fz="md">{code}</Code>
            </li>
          ))}
        </SimpleGrid>
        <Group>
          <Button onClick={onClose}>{t.kept}</Button>
          <CopyButton variant="default" value={codes?.join('\n') ?? ''} words={t} />
          <Button variant="default" onClick={() => window.print()}>
            {t.print}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
