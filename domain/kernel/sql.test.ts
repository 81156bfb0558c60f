import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import { datetimeText } from './sql.ts';

jest.setTimeout(60_000);

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  await service?.stop();
});

test('a moment as text has three digits of a second, cut off, in whatever zone and form of dates the session has', async () => {
  const runner = service.dataSource.createQueryRunner();
  try {
    for (const setting of ["TimeZone = 'Asia/Kolkata'", "DateStyle = 'SQL, DMY'", "TimeZone = 'UTC'"]) {
      await runner.query(`SET ${setting}`);
      const rows: { text: string; expected: string }[] = await runner.query(
        `SELECT ${datetimeText('at')} AS text, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS expected
         FROM unnest(ARRAY['0001-01-01T00:00:00Z', '1969-12-31T23:59:59.999999Z', '1999-12-31T23:59:59.9999Z', '2000-01-01T00:00:00Z',
                           '2024-02-29T12:30:00.1Z', '2026-03-29T01:00:00.12Z', '9999-12-31T23:59:59.999999Z']::timestamptz[]) AS days (day),
              unnest(ARRAY[0, 1, 9, 10, 100, 120, 999, 1000, 1001, 1999, 10000, 99999, 100000, 999000]) AS parts (part),
              LATERAL (SELECT day - part * interval '1 microsecond' AS at) AS moment
         WHERE extract(year FROM at AT TIME ZONE 'UTC') > 0`,
      );
      expect(rows.length).toBeGreaterThan(80);
      expect(rows.filter(({ text, expected }) => text !== expected)).toEqual([]);
    }
  } finally {
    await runner.query('RESET ALL');
    await runner.release();
  }
  const [nothing] = await service.dataSource.query(`SELECT ${datetimeText('null::timestamptz')} AS text`);
  expect(nothing.text).toBeNull();
});
