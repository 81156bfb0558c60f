import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { useTranslations } from '../../i18n/translations.ts';
import { translations } from './translations.ts';

/** A link to pass on where the service sends no mails; nobody can read it again. */
export function LinkOnce({ url, name, onDone }: { url: string; name: string; onDone: () => void }) {
  const t = useTranslations(translations);
  return (
    <Stack gap="sm" align="start">
      <Text size="sm">{t.linkText(name)}</Text>
      <Code block className="pre-wrap">
        {url}
      </Code>
      <Group gap="xs">
        <CopyButton value={url}>
          {({ copied, copy }) => <Button onClick={copy}>{copied ? t.copied : t.copy}</Button>}
        </CopyButton>
        <Button variant="default" onClick={onDone}>
          {t.done}
        </Button>
      </Group>
    </Stack>
  );
}
