import { Alert, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { useTranslations } from '../../i18n/translations.ts';
import { translations } from './translations.ts';

/** The text of a new key, which is shown only once. */
export function NewSecret({ plaintext, onDone }: { plaintext: string; onDone: () => void }) {
  const t = useTranslations(translations);
  return (
    <Alert variant="outline" title={t.secret}>
      <Stack gap="sm" align="start">
        <Text size="sm">{t.secretText}</Text>
        <Code block className="pre-wrap">
          {plaintext}
        </Code>
        <Group gap="xs">
          <CopyButton value={plaintext}>
            {({ copied, copy }) => <Button onClick={copy}>{copied ? t.copied : t.copy}</Button>}
          </CopyButton>
          <Button variant="default" onClick={onDone}>
            {t.done}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
