import { useFormat } from '../i18n/format.ts';

/** A time in the viewer's own zone, to the minute unless told; pointed at, in UTC, as the service and its logs have it. */
export function DateTime({ at, precision = 'minute' }: { at: string; precision?: 'day' | 'minute' | 'second' }) {
  const format = useFormat();
  const shown = { day: format.date, minute: format.dateTime, second: format.precise };
  return (
    <time dateTime={at} title={format.utc(at)}>
      {shown[precision](at)}
    </time>
  );
}
