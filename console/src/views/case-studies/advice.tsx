import { Card, List, Stack, Title } from '@mantine/core';
import type { CaseStudyDetail } from '../../api/generated/client/types.gen.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { translations } from './translations.ts';

/** Lists of advice from the AI. Empty lists are left out. */
export function Advice({ content }: { content: CaseStudyDetail['attributes']['generated_content'] }) {
  const t = useTranslations(translations);
  const lists = [
    [t.tips, content?.validation_tips],
    [t.architecture, content?.architecture_diagram_suggestions],
    [t.services, content?.cloud_services_recommendations],
  ] as const;
  return (
    <Stack>
      {lists.map(
        ([title, entries = []]) =>
          entries.length > 0 && (
            <Card key={title} withBorder component="section" aria-label={title}>
              <Title order={2} size="h5" mb="sm">
                {title}
              </Title>
              <List size="sm">
                {entries.map((entry) => (
                  <List.Item key={entry}>{entry}</List.Item>
                ))}
              </List>
            </Card>
          ),
      )}
    </Stack>
  );
}
