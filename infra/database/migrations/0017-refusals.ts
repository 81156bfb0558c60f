import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Functions by which a statement that goes out together with the commit keeps it from happening. */
export class Refusals1700000017000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(FUNCTIONS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION refuse_hold; DROP FUNCTION refuse;');
  }
}

/** They return a type only so that expressions may hold them. What is available is read anew: the statement may have waited for another hold. */
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
