import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  deleteCaseStudyMutation,
  exportCaseStudyOptions,
  listCaseStudiesQueryKey,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { CaseStudyDetail } from '../../api/generated/client/types.gen.ts';
import { Confirmed } from '../../components/confirmed.tsx';
import { showProblem } from '../../components/show-problem.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useMay } from '../../shell/me.ts';
import { texts } from './texts.ts';

/** What may be done with a case study as a whole. */
export function Actions({ caseStudy: { id, attributes } }: { caseStudy: CaseStudyDetail }) {
  const say = useTexts(texts);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const mayChange = useMay('manage_content');
  const path = { id };
  const exporting = useMutation({
    mutationFn: () => queries.fetchQuery({ ...exportCaseStudyOptions({ path }), staleTime: 0 }),
    onSuccess: ({ data }) => saveFile({ data: JSON.stringify(data, null, 2) }, `case-study-${id}.json`),
    onError: showProblem,
  });
  const remove = useMutation({
    ...deleteCaseStudyMutation(),
    onSuccess: async () => {
      notifications.show({ message: say.removedNow });
      await navigate({ to: '/case-studies' });
      await queries.invalidateQueries({ queryKey: listCaseStudiesQueryKey() });
    },
    onError: showProblem,
  });
  return (
    <>
      <Button variant="default" loading={exporting.isPending} onClick={() => exporting.mutate()}>
        {say.exportIt}
      </Button>
      {mayChange && attributes.status !== 'validated' && (
        <Confirmed
          label={say.remove}
          question={say.removeSure}
          yes={say.removeYes}
          isPending={remove.isPending}
          onConfirm={() => remove.mutate({ path })}
        />
      )}
    </>
  );
}
