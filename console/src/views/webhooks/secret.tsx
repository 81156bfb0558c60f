import { Alert, Button, Code, CopyButton, Stack, Text } from '@mantine/core';
import { useTexts } from '../../i18n/texts.ts';
import { texts } from './texts.ts';

/** A signing secret, which is shown this once. */
export function Secret({ secret }: { secret: string | null }) {
  const say = useTexts(texts);
  if (secret === null) return <Text>{say.secretGone}</Text>;
  return (
    <Alert variant="outline" title={say.secret}>
      <Stack gap="xs" align="start">
        <Text size="sm">{say.secretText}</Text>
        <Code block tabIndex={0} maw="100%">
          {secret}
        </Code>
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button size="xs" variant="default" onClick={copy}>
              {copied ? say.copied : say.copy}
            </Button>
          )}
        </CopyButton>
      </Stack>
    </Alert>
  );
}
