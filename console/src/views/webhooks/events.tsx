import { Card, Code, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listWebhookEventTypesOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { Page } from '../../components/page.tsx';
import { QueryContent } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { translations } from './translations.ts';

/** All event types with an example and a JSON Schema. */
export default function EventCatalogue() {
  const t = useTranslations(translations);
  const query = useQuery(listWebhookEventTypesOptions());
  return (
    <Page title={t.eventCatalog} lead={t.eventCatalogText}>
      <QueryContent query={query}>
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
                <Json label={t.example} value={example} />
                <details>
                  <summary>{t.schema}</summary>
                  <Json label={t.schema} value={schema} />
                </details>
              </Card>
            ))}
          </Stack>
        )}
      </QueryContent>
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
