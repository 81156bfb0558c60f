import { useFormat } from '../i18n/format.ts';

/** A time in the viewer's own zone; pointed at, in UTC, as the service and its logs have it. */
export function Moment({ at, dateOnly = false }: { at: string; dateOnly?: boolean }) {
  const format = useFormat();
  return (
    <time dateTime={at} title={format.utc(at)}>
      {dateOnly ? format.date(at) : format.dateTime(at)}
    </time>
  );
}
