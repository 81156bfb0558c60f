import { Alert, Button, Code, CopyButton, Stack, Text } from '@mantine/core';
import { useTranslations } from '../../i18n/translations.ts';
import { translations } from './translations.ts';

/** A signing secret, which is shown only once. */
export function Secret({ secret }: { secret: string | null }) {
  const t = useTranslations(translations);
  if (secret === null) return <Text>{t.secretGone}</Text>;
  return (
    <Alert variant="outline" title={t.secret}>
      <Stack gap="xs" align="start">
        <Text size="sm">{t.secretText}</Text>
        <Code block tabIndex={0} maw="100%">
          {secret}
        </Code>
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button size="xs" variant="default" onClick={copy}>
              {copied ? t.copied : t.copy}
            </Button>
          )}
        </CopyButton>
      </Stack>
    </Alert>
  );
}
