#!/bin/sh
# Brings both of Temporal's databases to the schema of this version; what is current stays as it is.
set -eu
SQL_PASSWORD=$(cat /run/secrets/temporal_database_password)
export SQL_PASSWORD
prepare() {
  database=$1
  folder=$2
  tool() { temporal-sql-tool --plugin postgres12 --ep postgres --port 5432 --user temporal --db "$database" "$@"; }
  # The first step refuses a database that has a version already.
  tool setup-schema --version 0.0 || true
  tool update-schema --schema-dir "/etc/temporal/schema/postgresql/v12/$folder/versioned"
}
prepare temporal temporal
prepare temporal_visibility visibility
