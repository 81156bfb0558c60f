import { Card, Code, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listWebhookEventTypesOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { Page } from '../../components/page.tsx';
import { Loaded } from '../../components/states.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { texts } from './texts.ts';

/** Every event with an example and the form of its data. */
export function EventCatalogue() {
  const say = useTexts(texts);
  const query = useQuery(listWebhookEventTypesOptions());
  return (
    <Page title={say.catalogue} lead={say.catalogueText}>
      <Loaded query={query}>
        {({ data }) => (
          <Stack>
            {data.map(({ name, description, payload_example: example, schema }) => (
              <Card key={name} withBorder component="section" aria-label={name}>
                <Group gap="sm" mb="xs">
                  <Title order={2} size="h5">
                    {name}
                  </Title>
                  <Text size="sm">{description}</Text>
                </Group>
                <Json label={say.example} value={example} />
                <details>
                  <summary>{say.schema}</summary>
                  <Json label={say.schema} value={schema} />
                </details>
              </Card>
            ))}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function Json({ label, value }: { label: string; value: unknown }) {
  return (
    <Code block tabIndex={0} role="group" aria-label={label} my="xs">
      {JSON.stringify(value, null, 2)}
    </Code>
  );
}
