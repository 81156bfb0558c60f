import { Button, Card, List, Stack, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  deleteCaseStudyMutation,
  exportCaseStudyOptions,
  listCaseStudiesQueryKey,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { CaseStudyDetail } from '../../api/generated/client/types.gen.ts';
import { DeleteButton } from '../../components/confirm-button.tsx';
import { showError } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { saveFile } from '../../lib/save-file.ts';
import { usePermission } from '../../shell/me.ts';
import { translations } from './translations.ts';

/** Actions on a case study. */
export function Actions({ caseStudy: { id, attributes } }: { caseStudy: CaseStudyDetail }) {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const canEdit = usePermission('manage_content');
  const path = { id };
  const exportJson = useMutation({
    mutationFn: () => queryClient.fetchQuery({ ...exportCaseStudyOptions({ path }), staleTime: 0 }),
    onSuccess: ({ data }) => saveFile({ data: JSON.stringify(data, null, 2) }, `case-study-${id}.json`),
    onError: showError,
  });
  return (
    <>
      <Button variant="default" loading={exportJson.isPending} onClick={() => exportJson.mutate()}>
        {t.export}
      </Button>
      {canEdit && attributes.status !== 'validated' && (
        <DeleteButton
          label={t.remove}
          question={t.removeQuestion}
          confirmLabel={t.removeConfirm}
          message={t.removedMessage}
          mutation={deleteCaseStudyMutation()}
          variables={{ path }}
          listKey={listCaseStudiesQueryKey()}
          to="/case-studies"
        />
      )}
    </>
  );
}

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
