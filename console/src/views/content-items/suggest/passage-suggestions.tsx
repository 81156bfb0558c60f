import { Button, Card, Checkbox, Group, List, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { rewriteContentPassageMutation } from '../../../api/generated/client/@tanstack/react-query.gen.ts';
import type {
  ContentItem,
  RewriteContentPassageData,
  RewriteContentPassageResponse,
} from '../../../api/generated/client/types.gen.ts';
import { ErrorAlert } from '../../../components/states.tsx';
import { useLocale, useTranslations } from '../../../i18n/translations.ts';
import { languageOptions } from '../../../lib/languages.ts';
import { usePrice } from '../../../lib/price.ts';
import { replacement } from '../diff.ts';
import { PartsView } from '../diff-view.tsx';
import { type PassageProblem, placeIn, type TextField } from '../text-field.ts';
import type { useDraft } from '../use-draft.ts';
import { type Piece, piecesOf, textOf } from './pieces.ts';
import { translations } from './translations.ts';

type Action = RewriteContentPassageData['body']['action'];
type Suggestion = RewriteContentPassageResponse['data']['attributes'];

const ACTIONS: readonly Action[] = ['improve', 'shorten', 'expand', 'translate', 'retone'];
/** Longest passage that is rewritten at once, characters. */
const MAX_PASSAGE_LENGTH = 4_000;
const MAX_TONE_LENGTH = 100;

/** Asks for another wording of the selected passage, and shows it beside the present one. */
export function PassageSuggestions({
  item,
  draft,
  field,
}: {
  item: ContentItem;
  draft: ReturnType<typeof useDraft>;
  field: TextField;
}) {
  const t = useTranslations(translations);
  const locale = useLocale();
  const price = usePrice('content_suggestion');
  const [action, setAction] = useState<Action>('improve');
  const [language, setLanguage] = useState(locale.startsWith('en') ? 'de' : 'en');
  const [tone, setTone] = useState('');
  const [problem, setProblem] = useState<PassageProblem | 'gone'>();
  const ask = useMutation(rewriteContentPassageMutation());
  const suggested = ask.data?.data.attributes;
  const send = () => {
    const anchor = field.selected(MAX_PASSAGE_LENGTH);
    setProblem(typeof anchor === 'string' ? anchor : undefined);
    if (typeof anchor === 'string') return;
    const options = { translate: { language }, retone: { tone: tone.trim() } };
    const more = action === 'translate' || action === 'retone' ? options[action] : {};
    ask.mutate({ path: { id: item.id }, body: { action, anchor, ...more } });
  };
  const accept = ({ passage: { quote, start } }: Suggestion, wording: string) => {
    const { body } = draft.text;
    const at = placeIn(body, quote, start);
    if (at < 0) {
      setProblem('gone');
      return;
    }
    draft.update({ body: body.slice(0, at) + wording + body.slice(at + quote.length) });
    ask.reset();
    notifications.show({ message: t.accepted });
    // Once the field has the new text.
    setTimeout(() => field.select(wording, at));
  };
  return (
    <Stack gap="sm">
      <Group align="end" gap="sm">
        <NativeSelect
          label={t.action}
          value={action}
          data={ACTIONS.map((value) => ({ value, label: t[value] }))}
          onChange={(event) => setAction(event.currentTarget.value as Action)}
        />
        {action === 'translate' && (
          <NativeSelect
            label={t.language}
            value={language}
            data={languageOptions(locale)}
            onChange={(event) => setLanguage(event.currentTarget.value)}
          />
        )}
        {action === 'retone' && (
          <TextInput
            label={t.tone}
            placeholder={t.toneHint}
            value={tone}
            maxLength={MAX_TONE_LENGTH}
            onChange={(event) => setTone(event.currentTarget.value)}
          />
        )}
        <Button
          variant="default"
          loading={ask.isPending}
          disabled={action === 'retone' && tone.trim() === ''}
          onClick={send}
        >
          {price ? t.askFor(price) : t.ask}
        </Button>
      </Group>
      <Text size="sm" aria-live="polite">
        {problem && t[problem]}
      </Text>
      {ask.error && <ErrorAlert error={ask.error} />}
      {suggested && (
        <Comparison
          key={suggested.suggestion}
          suggested={suggested}
          onAccept={(wording) => accept(suggested, wording)}
          onReject={ask.reset}
        />
      )}
    </Stack>
  );
}

/** The passage beside what is suggested for it, of which each change can be left out. */
function Comparison({
  suggested: { passage, suggestion, guardrails_triggered: hits },
  onAccept,
  onReject,
}: {
  suggested: Suggestion;
  onAccept: (wording: string) => void;
  onReject: () => void;
}) {
  const t = useTranslations(translations);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const pieces = useMemo(() => piecesOf(passage.quote, suggestion), [passage.quote, suggestion]);
  const wording = textOf(pieces, left);
  return (
    <Card withBorder component="section" aria-label={t.suggestion} padding="sm">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {[
          { name: t.before, text: passage.quote },
          { name: t.after, text: wording },
        ].map(({ name, text }) => (
          <div key={name}>
            <Text size="sm" fw={600}>
              {name}
            </Text>
            <Text size="sm" dir="auto" className="pre-wrap">
              {text}
            </Text>
          </div>
        ))}
      </SimpleGrid>
      <Changes pieces={pieces} left={left} onChange={setLeft} />
      {hits.length > 0 && (
        <>
          <Text size="sm" mt="sm">
            {t.look}
          </Text>
          <List size="sm">
            {hits.map(({ rule, message }) => (
              <List.Item key={rule}>{message}</List.Item>
            ))}
          </List>
        </>
      )}
      <Group mt="sm">
        <Button size="xs" variant="default" disabled={wording === passage.quote} onClick={() => onAccept(wording)}>
          {t.accept}
        </Button>
        <Button size="xs" variant="default" onClick={onReject}>
          {t.reject}
        </Button>
      </Group>
    </Card>
  );
}

/** The changes, each with a box to take it over; nothing to choose where there is only one. */
function Changes({
  pieces,
  left,
  onChange,
}: {
  pieces: readonly Piece[];
  left: ReadonlySet<number>;
  onChange: (left: ReadonlySet<number>) => void;
}) {
  const t = useTranslations(translations);
  const changes = pieces.flatMap((piece, index) => (piece.kind === 'change' ? [{ ...piece, index }] : []));
  if (changes.length < 2) return null;
  const taken = changes.map(({ index }) => index).filter((index) => !left.has(index));
  return (
    <Checkbox.Group
      label={t.changes}
      mt="sm"
      value={taken.map(String)}
      onChange={(chosen) =>
        onChange(new Set(changes.map(({ index }) => index).filter((index) => !chosen.includes(String(index)))))
      }
    >
      <Stack gap={4} mt={4}>
        {changes.map(({ index, before, after }) => (
          <Checkbox
            key={index}
            size="xs"
            value={String(index)}
            label={
              <span className="diff pre-wrap">
                <PartsView parts={replacement(before, after)} />
              </span>
            }
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
