import { Alert, Card, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { getWriterTemplateOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { Page } from '../../components/page.tsx';
import { QueryContent } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { usePermission } from '../../shell/me.ts';
import { WriterForm } from './form.tsx';
import { GeneratedTexts } from './generated-texts.tsx';
import type { Question, Template } from './model.ts';
import { OwnActions } from './own/actions.tsx';
import { translations } from './translations.ts';
import { useTextGeneration } from './use-text-generation.ts';

const route = getRouteApi('/writer/$slug');

/** A writer template: its form and the generated texts. */
export default function WriterTemplate() {
  const { slug } = route.useParams();
  const query = useQuery(getWriterTemplateOptions({ path: { slug } }));
  return (
    <Page
      title={query.data?.openai.title ?? slug}
      actions={query.data?.openai.own && <OwnActions id={query.data.openai.id} />}
    >
      <QueryContent query={query}>
        {({ openai }) => <WriterWorkspace key={openai.slug} template={openai} />}
      </QueryContent>
    </Page>
  );
}

function WriterWorkspace({
  template: { slug, description, own, questions },
}: {
  template: Pick<Template, 'slug' | 'description' | 'own'> & { questions: string };
}) {
  const t = useTranslations(translations);
  const canWrite = usePermission('manage_content');
  const generation = useTextGeneration();
  return (
    <Stack>
      {description && <Text>{description}</Text>}
      {canWrite ? (
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <Card withBorder component="section" aria-label={t.form}>
            <WriterForm
              slug={slug}
              isOwn={own}
              questions={JSON.parse(questions) as Question[]}
              generation={generation}
            />
          </Card>
          <Card withBorder component="section" aria-label={t.written}>
            <GeneratedTexts generation={generation} />
          </Card>
        </SimpleGrid>
      ) : (
        <Alert variant="outline">{t.notAllowed}</Alert>
      )}
    </Stack>
  );
}
