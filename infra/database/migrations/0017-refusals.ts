import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Functions with which a statement that is sent together with the commit prevents it. */
export class Refusals1700000017000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(FUNCTIONS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION refuse_hold; DROP FUNCTION refuse;');
  }
}

/** They return a type only so that expressions may hold them. The available credits are read again: the statement may have waited for another hold. */
const FUNCTIONS = `
CREATE FUNCTION refuse(code text, reason text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'refused' USING ERRCODE = code, DETAIL = reason;
END $$;

CREATE FUNCTION refuse_hold(code text, partner bigint) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  RETURN refuse(code, coalesce((SELECT balance - held FROM credit_account WHERE partner_id = partner), 0)::text);
END $$;
`;
