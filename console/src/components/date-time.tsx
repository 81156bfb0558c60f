import { useFormat } from '../i18n/format.ts';

/** A time in the local time zone. Its tooltip shows it in UTC, as in the logs. */
export function DateTime({ at, precision = 'minute' }: { at: string; precision?: 'day' | 'minute' | 'second' }) {
  const format = useFormat();
  const shown = { day: format.date, minute: format.dateTime, second: format.precise };
  return (
    <time dateTime={at} title={format.utc(at)}>
      {shown[precision](at)}
    </time>
  );
}
