import { Alert, Card, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { getWriterTemplateOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { Page } from '../../components/page.tsx';
import { Loaded } from '../../components/states.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { useMay } from '../../shell/me.ts';
import { WriterForm } from './form.tsx';
import { texts } from './texts.ts';
import type { Question, Template } from './words.ts';
import { useWriting } from './writing.ts';
import { Written } from './written.tsx';

const route = getRouteApi('/writer/$slug');

/** A template: what it asks for, and the text as it is written. */
export function WriterTemplate() {
  const { slug } = route.useParams();
  const query = useQuery(getWriterTemplateOptions({ path: { slug } }));
  return (
    <Page title={query.data?.openai.title ?? slug}>
      <Loaded query={query}>{({ openai }) => <Workshop key={openai.slug} template={openai} />}</Loaded>
    </Page>
  );
}

function Workshop({
  template: { slug, description, questions },
}: {
  template: Pick<Template, 'slug' | 'description'> & { questions: string };
}) {
  const say = useTexts(texts);
  const mayWrite = useMay('manage_content');
  const writing = useWriting();
  return (
    <Stack>
      <Text>{description}</Text>
      {mayWrite ? (
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <Card withBorder component="section" aria-label={say.form}>
            <WriterForm slug={slug} questions={JSON.parse(questions) as Question[]} writing={writing} />
          </Card>
          <Card withBorder component="section" aria-label={say.written}>
            <Written writing={writing} />
          </Card>
        </SimpleGrid>
      ) : (
        <Alert variant="outline">{say.notAllowed}</Alert>
      )}
    </Stack>
  );
}
