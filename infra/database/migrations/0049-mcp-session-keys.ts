import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sessions of MCP clients are found by a digest of the id that the client sends; open ones go on. */
export class McpSessionKeys1700000049000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE mcp_call DROP CONSTRAINT mcp_call_session_id_fkey,
        ADD CONSTRAINT mcp_call_session_id_fkey FOREIGN KEY (session_id) REFERENCES mcp_session
          ON DELETE CASCADE ON UPDATE CASCADE`);
    await runner.query(`
      UPDATE mcp_session
      SET id = rtrim(translate(encode(sha256(convert_to(id, 'UTF8')), 'base64'), '+/', '-_'), '=')`);
  }

  /** A digest cannot be undone, so clients open new sessions. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM mcp_session');
    await runner.query(`
      ALTER TABLE mcp_call DROP CONSTRAINT mcp_call_session_id_fkey,
        ADD CONSTRAINT mcp_call_session_id_fkey FOREIGN KEY (session_id) REFERENCES mcp_session ON DELETE CASCADE`);
  }
}
