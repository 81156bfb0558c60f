import { Checkbox, Group, NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useFormat } from '../../i18n/format.ts';
import { useLocale, useTranslations } from '../../i18n/translations.ts';
import {
  FREQUENCIES,
  firstDays,
  MONTH_PLACES,
  type MonthPlace,
  newRepeat,
  placeOf,
  placesOf,
  type Repeat,
  ruleOf,
  WEEKDAYS,
  type Weekday,
  weekdayNumber,
  weekdayOf,
  weekdaysOf,
} from './repeat.ts';
import { translations } from './repeat-translations.ts';
import { plusMonths } from './times.ts';
import { useRuleWords, weekdayNames } from './use-rule-words.ts';

/** Most events of a series. */
const MAX_COUNT = 400;
/** How long a series lasts whose last day nobody has chosen, months. */
const MONTHS = 3;
/** Dates that are shown of a series before it is made. */
const SHOWN_DATES = 5;

/** Whether an event repeats, or repeats otherwise than it did, how often, and until when; said in words below. */
export function RepeatFields({
  repeat,
  none,
  start,
  onChange,
}: {
  repeat: Repeat | null;
  /** What it is called that nothing is chosen. */
  none: string;
  /** Of the first event, local time. */
  start: string;
  onChange: (repeat: Repeat | null) => void;
}) {
  const t = useTranslations(translations);
  const firstDay = start.slice(0, 10);
  const choose = (frequency: string) => {
    const chosen = FREQUENCIES.find((each) => each === frequency);
    onChange(chosen ? { ...(repeat ?? newRepeat(chosen, firstDay)), frequency: chosen } : null);
  };
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect
          label={t.repeats}
          value={repeat?.frequency ?? ''}
          data={[{ value: '', label: none }, ...FREQUENCIES.map((value) => ({ value, label: t[value] }))]}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
        {repeat && (
          <TextInput
            type="number"
            min={1}
            label={t.interval}
            description={t.intervalHint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={repeat.interval || ''}
            required
            onChange={({ currentTarget }) => onChange({ ...repeat, interval: Number(currentTarget.value) })}
          />
        )}
      </SimpleGrid>
      {repeat && <Rest repeat={repeat} firstDay={firstDay} onChange={onChange} />}
    </>
  );
}

function Rest({
  repeat,
  firstDay,
  onChange,
}: {
  repeat: Repeat;
  firstDay: string;
  onChange: (repeat: Repeat) => void;
}) {
  const t = useTranslations(translations);
  const words = useRuleWords();
  const format = useFormat();
  const names = weekdayNames(useLocale());
  const weekday = names[WEEKDAYS.indexOf(weekdayOf(firstDay) ?? 'MO')] ?? '';
  const dates = firstDays(repeat, firstDay, SHOWN_DATES);
  const placeLabel = (place: MonthPlace): string => {
    switch (place) {
      case 'day':
        return t.onDay(String(Number(firstDay.slice(8))));
      case 'weekday':
        return t.onPlace(weekdayNumber(firstDay), weekday);
      case 'lastWeekday':
        return t.onPlace(-1, weekday);
      case 'lastDay':
        return t.lastDay(1);
    }
  };
  const change = (part: Partial<Repeat>) => onChange({ ...repeat, ...part });
  return (
    <>
      {repeat.frequency === 'MONTHLY' && (
        <NativeSelect
          label={t.place}
          description={t.placeHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={placeOf(repeat, firstDay)}
          data={placesOf(firstDay).map((value) => ({ value, label: placeLabel(value) }))}
          onChange={({ currentTarget: { value } }) =>
            change({ place: MONTH_PLACES.find((place) => place === value) ?? 'day' })
          }
        />
      )}
      {repeat.frequency === 'WEEKLY' && (
        <Weekdays chosen={repeat.weekdays} firstDay={firstDay} onChange={(weekdays) => change({ weekdays })} />
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect
          label={t.ends}
          value={repeat.ends}
          data={[
            { value: 'count', label: t.byCount },
            { value: 'until', label: t.byDay },
          ]}
          onChange={({ currentTarget: { value } }) =>
            change(value === 'count' ? { ends: 'count' } : { ends: 'until', until: plusMonths(firstDay, MONTHS) })
          }
        />
        {repeat.ends === 'count' ? (
          <TextInput
            type="number"
            min={1}
            max={MAX_COUNT}
            label={t.count}
            value={repeat.count || ''}
            required
            onChange={({ currentTarget }) => change({ count: Number(currentTarget.value) })}
          />
        ) : (
          <TextInput
            type="date"
            min={firstDay}
            label={t.until}
            value={repeat.until}
            required
            onChange={({ currentTarget }) => change({ until: currentTarget.value })}
          />
        )}
      </SimpleGrid>
      <div aria-live="polite">
        <Text size="sm">{words(ruleOf(repeat, firstDay))}</Text>
        {dates.length > 0 && <Text size="sm">{t.firstDates(dates.map(format.day).join(', '))}</Text>}
      </div>
    </>
  );
}

function Weekdays({
  chosen,
  firstDay,
  onChange,
}: {
  chosen: readonly Weekday[];
  firstDay: string;
  onChange: (weekdays: Weekday[]) => void;
}) {
  const t = useTranslations(translations);
  const names = weekdayNames(useLocale());
  const first = weekdayOf(firstDay);
  return (
    <Checkbox.Group
      label={t.weekdays}
      value={weekdaysOf({ weekdays: chosen }, firstDay)}
      onChange={(days) => onChange(WEEKDAYS.filter((day) => days.includes(day)))}
    >
      <Group gap="sm" mt={4}>
        {WEEKDAYS.map((day, index) => (
          <Checkbox key={day} value={day} label={names[index]} disabled={day === first} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}
