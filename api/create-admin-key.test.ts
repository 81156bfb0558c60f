import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { startTestService, type TestService } from '../test/environment/service.ts';

jest.setTimeout(60_000);

const run = promisify(execFile);
let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

async function command(args: string[], environment: Record<string, string> = { DATABASE_URL: service.databaseUrl }) {
  const options = { env: { PATH: process.env['PATH'] ?? '', ...environment } };
  try {
    return { code: 0, ...(await run('node', ['api/create-admin-key.ts', ...args], options)) };
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string };
  }
}

describe('npm run admin-key', () => {
  test('prints one line with a new key, of which the hash is kept', async () => {
    const { stdout } = await command(['--name', 'ops']);
    expect(stdout.match(/\n/g)).toHaveLength(1);
    const { id, key } = JSON.parse(stdout);
    expect(key).toMatch(/^adm_[0-9A-Za-z]{48}$/);
    const [row] = await service.dataSource.query('SELECT * FROM admin_key WHERE id = $1', [id]);
    expect(row).toMatchObject({ name: 'ops', prefix: key.slice(0, 12), is_active: true });
    expect(row.key_hash).toEqual(createHash('sha256').update(key).digest());
    const audits = await service.dataSource.query(
      "SELECT action, actor_kind, partner_id FROM audit_log WHERE resource_type = 'admin_key' AND resource_id = $1",
      [String(id)],
    );
    expect(audits).toEqual([{ action: 'admin_keys.create', actor_kind: 'system', partner_id: null }]);
  });

  test.each([[[]], [['--name', ' ']], [['--nme', 'ops']]])('fails in one line for the arguments %j', async (args) => {
    const { code, stdout, stderr } = await command(args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).not.toContain('    at ');
  });

  test('names what is missing in the environment', async () => {
    const { code, stderr } = await command(['--name', 'ops'], {});
    expect(code).toBe(1);
    expect(stderr).toContain('DATABASE_URL');
  });
});
