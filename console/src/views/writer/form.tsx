import {
  Button,
  Fieldset,
  Group,
  Input,
  NativeSelect,
  NumberInput,
  Slider,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { CreateWriterMessageBody } from '../../api/generated/client/types.gen.ts';
import { BrandVoiceSelect } from '../../components/record-select.tsx';
import { useLanguage, useTranslations } from '../../i18n/translations.ts';
import { fieldError } from '../../lib/form-props.ts';
import { usePrice } from '../../lib/price.ts';
import { answerTo, LANGUAGES, noAnswers, type Question, TONES, withAnswer } from './model.ts';
import { QuestionFields } from './question-fields.tsx';
import { translations } from './translations.ts';
import type { TextGeneration } from './use-text-generation.ts';

/** Limits of the API. */
const MAX_LENGTH = 2_000;
const MAX_RESULTS = 5;
/** Defaults of the API. */
const DEFAULTS = { maximum_length: 400, number_of_results: 1, creativity: 0.7, language: 'en' } as const;

type Body = Omit<CreateWriterMessageBody, 'post_type'>;

/** The form of a writer template, with its own questions. */
export function WriterForm({
  slug,
  isOwn,
  questions,
  generation,
}: {
  slug: string;
  /** Whether the template is one's own, whose answers are under `fields`. */
  isOwn: boolean;
  questions: readonly Question[];
  generation: TextGeneration;
}) {
  const t = useTranslations(translations);
  const price = usePrice('ai_writer');
  const [body, setBody] = useState<Body>(() => ({
    ...DEFAULTS,
    ...noAnswers(questions, isOwn),
  }));
  const change = (changes: Body) => setBody((previous) => ({ ...previous, ...changes }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    generation.generate({ ...body, post_type: slug as CreateWriterMessageBody['post_type'] });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <QuestionFields
          questions={questions}
          answerOf={({ name }) => answerTo(body, name, isOwn)}
          problemOf={({ name }) => fieldError(generation.error, isOwn ? `fields.${name}` : name)}
          onChange={(question, value) => setBody((previous) => withAnswer(previous, question, value, isOwn))}
        />
        <BrandVoiceSelect company={body.company} product={body.product} onChange={change} />
        <Fieldset legend={t.more}>
          <StyleFields body={body} onChange={change} error={generation.error} />
        </Fieldset>
        {price && <Text size="sm">{t.price(price)}</Text>}
        <Group>
          <Button type="submit" loading={generation.isGenerating}>
            {t.generate}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function StyleFields({ body, onChange, error }: { body: Body; onChange: (changes: Body) => void; error: unknown }) {
  const t = useTranslations(translations);
  const language = useLanguage();
  const names = new Intl.DisplayNames(language, { type: 'language' });
  const languages = LANGUAGES.map((value) => ({ value, label: names.of(value) ?? value }));
  return (
    <Stack gap="sm">
      <Group grow align="end">
        <NumberInput
          label={t.length}
          min={1}
          max={MAX_LENGTH}
          allowDecimal={false}
          value={body.maximum_length}
          error={fieldError(error, 'maximum_length')}
          onChange={(value) => onChange({ maximum_length: Number(value) })}
        />
        <NumberInput
          label={t.results}
          min={1}
          max={MAX_RESULTS}
          allowDecimal={false}
          value={body.number_of_results}
          error={fieldError(error, 'number_of_results')}
          onChange={(value) => onChange({ number_of_results: Number(value) })}
        />
      </Group>
      <NativeSelect
        label={t.language}
        data={languages.toSorted((a, b) => a.label.localeCompare(b.label, language))}
        value={body.language}
        onChange={({ currentTarget }) => onChange({ language: LANGUAGES.find((code) => code === currentTarget.value) })}
      />
      <NativeSelect
        label={t.tone}
        data={[{ value: '', label: t.toneOfVoice }, ...TONES.map((value) => ({ value, label: t[value] }))]}
        value={body.tone_of_voice ?? ''}
        onChange={({ currentTarget }) =>
          onChange({ tone_of_voice: TONES.find((tone) => tone === currentTarget.value) })
        }
      />
      <TextInput
        label={t.customTone}
        value={body.tone_of_voice_custom ?? ''}
        error={fieldError(error, 'tone_of_voice_custom')}
        onChange={({ currentTarget }) => onChange({ tone_of_voice_custom: currentTarget.value || undefined })}
      />
      <div>
        <Input.Label labelElement="div" aria-hidden>
          {t.creativity}
        </Input.Label>
        <Slider
          min={0}
          max={1}
          step={0.1}
          value={body.creativity}
          onChange={(value) => onChange({ creativity: value })}
          thumbLabel={t.creativity}
          label={null}
        />
        <Group justify="space-between">
          <Text size="xs">{t.careful}</Text>
          <Text size="xs">{t.bold}</Text>
        </Group>
      </div>
    </Stack>
  );
}
