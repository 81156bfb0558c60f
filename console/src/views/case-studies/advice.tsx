import { Card, List, Stack, Title } from '@mantine/core';
import type { CaseStudyDetail } from '../../api/generated/client/types.gen.ts';
import { useTexts } from '../../i18n/texts.ts';
import { texts } from './texts.ts';

/** What the AI advises besides the texts; nothing where it has advised nothing. */
export function Advice({ content }: { content: CaseStudyDetail['attributes']['generated_content'] }) {
  const say = useTexts(texts);
  const lists = [
    [say.tips, content?.validation_tips],
    [say.architecture, content?.architecture_diagram_suggestions],
    [say.services, content?.cloud_services_recommendations],
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
