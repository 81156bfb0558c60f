import { Text } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { EvaluationResult } from '../../../api/generated/client/types.gen.ts';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslations } from '../../../i18n/translations.ts';
import { DocumentName } from './document-name.tsx';
import { ExpectedText } from './expected.tsx';
import { translations } from './translations.ts';

const route = getRouteApi('/knowledge/$id/evaluations/$evaluation/runs/$run');

/** What became of a question, as a badge. */
export function Outcome({ result: { attributes } }: { result: EvaluationResult }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const { passed, hit_position: place, found, expected } = attributes;
  if (passed === null || found === null) return <StatusBadge color="gray">{t.waiting}</StatusBadge>;
  if (place !== null) return <StatusBadge color="green">{t.foundAt(format.number(place))}</StatusBadge>;
  if (passed) return <StatusBadge color="green">{t.rightlyNothing}</StatusBadge>;
  const isNothing = found.length === 0 && expected !== null;
  return <StatusBadge color="red">{isNothing ? t.foundNothing : t.foundOther}</StatusBadge>;
}

/** A question, what should be found for it, and what was. */
export function ResultDetails({ result: { id, attributes } }: { result: EvaluationResult }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const { id: base } = route.useParams();
  const { question, expected, expected_title: title } = attributes;
  const found = attributes.found ?? [];
  return (
    <>
      <Text size="sm" fw={600} dir="auto">
        {format.number(id)}. {question}
      </Text>
      <ExpectedText
        expected={expected}
        renderDocument={(document) => <DocumentName base={base} id={document} title={title} />}
      />
      {found.length > 0 && (
        <details>
          <summary>{t.found(format.number(found.length))}</summary>
          <ol>
            {found.map((passage) => (
              <li key={passage.passage_id}>
                <Link
                  to="/knowledge/$id/documents/$document"
                  params={{ id: base, document: String(passage.document_id) }}
                  search={{ passage: passage.passage_id }}
                >
                  {passage.section === '' ? passage.title : `${passage.title}, ${passage.section}`}
                </Link>{' '}
                · {t.match(format.percent(passage.rank))}
                {passage.is_expected && ` · ${t.isExpected}`}
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  );
}
