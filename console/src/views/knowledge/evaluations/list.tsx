import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { listKnowledgeEvaluationsOptions } from '../../../api/generated/client/@tanstack/react-query.gen.ts';
import { DateTime } from '../../../components/date-time.tsx';
import { ListView } from '../../../components/paged-table.tsx';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslations } from '../../../i18n/translations.ts';
import { BACK_LINK } from '../../../lib/back-link.ts';
import { usePermission } from '../../../shell/me.ts';
import { translations } from './translations.ts';

const route = getRouteApi('/knowledge/$id/evaluations');

/** The evaluations of a knowledge base. */
export default function EvaluationList() {
  const { id } = route.useParams();
  const t = useTranslations(translations);
  const format = useFormat();
  const addNew = usePermission('manage_content') && (
    <Button renderRoot={(props) => <Link to="/knowledge/$id/evaluations/new" params={{ id }} {...props} />}>
      {t.addNew}
    </Button>
  );
  return (
    <ListView
      text={t}
      actions={
        <>
          <Link {...BACK_LINK} to="/knowledge/$id" params={{ id }}>
            {t.toBase}
          </Link>
          {addNew}
        </>
      }
      query={listKnowledgeEvaluationsOptions({ path: { id: Number(id) }, query: route.useSearch() })}
      columns={[
        {
          header: t.name,
          cell: ({ attributes }) => attributes.name,
          link: (each) => ({
            to: '/knowledge/$id/evaluations/$evaluation',
            params: { id, evaluation: String(each.id) },
          }),
        },
        { header: t.questions, cell: ({ attributes }) => format.number(attributes.question_count), align: 'right' },
        { header: t.changed, cell: ({ attributes }) => <DateTime at={attributes.updated_at} relative /> },
      ]}
    />
  );
}
