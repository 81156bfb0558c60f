import { Badge, Button, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { listGroupedWorkflowTemplatesOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { WorkflowTemplate } from '../../api/generated/client/types.gen.ts';
import { Filters, ShowAll } from '../../components/filters.tsx';
import { Page } from '../../components/page.tsx';
import { EmptyState, QueryContent } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { usePermission } from '../../shell/me.ts';
import { translations as ownTexts } from './own/translations.ts';
import { translations } from './translations.ts';

const route = getRouteApi('/templates');

/** All templates by category. */
export default function TemplateList() {
  const t = useTranslations(translations);
  const own = useTranslations(ownTexts);
  const canEdit = usePermission('manage_content');
  const { category } = route.useSearch();
  const query = useQuery(listGroupedWorkflowTemplatesOptions());
  return (
    <Page
      title={t.title}
      lead={t.lead}
      actions={
        canEdit && <Button renderRoot={(props) => <Link to="/templates/own/new" {...props} />}>{own.addNew}</Button>
      }
    >
      <QueryContent query={query}>
        {({ data }) => {
          const groups = data.filter((group) => category === undefined || group.category === category);
          const labels = Object.fromEntries(data.map((group) => [group.category, group.label] as const));
          return (
            <Stack>
              <Filters filters={[{ name: 'category', label: t.category, options: labels }]} />
              {groups.length === 0 && (
                <EmptyState title={t.empty} action={<ShowAll />}>
                  {t.emptyText}
                </EmptyState>
              )}
              {groups.map(({ category: name, label, templates }) => (
                <Stack key={name} component="section" aria-label={label} gap="xs">
                  <Title order={2} size="h4">
                    {label}
                  </Title>
                  <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
                    {templates.map((template) => (
                      <TemplateCard key={template.attributes.slug} template={template} />
                    ))}
                  </SimpleGrid>
                </Stack>
              ))}
            </Stack>
          );
        }}
      </QueryContent>
    </Page>
  );
}

function TemplateCard({ template: { attributes } }: { template: WorkflowTemplate }) {
  const t = useTranslations(translations);
  const own = useTranslations(ownTexts);
  const format = useFormat();
  return (
    <Card withBorder className="pressable">
      <Group justify="space-between" align="start" gap="xs">
        <Title order={3} size="h5" dir="auto">
          <Link to="/templates/$slug" params={{ slug: attributes.slug }}>
            {attributes.name}
          </Link>
        </Title>
        {attributes.source === 'own' && <Badge variant="default">{own.own}</Badge>}
      </Group>
      <Text size="sm" my="xs">
        {attributes.description}
      </Text>
      <Text size="xs" c="dimmed">
        {t.cost(format.number(attributes.estimated_credits))}
      </Text>
    </Card>
  );
}
