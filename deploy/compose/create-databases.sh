#!/bin/sh
# Runs once, when the volume of PostgreSQL is new: a role and its databases for the service and for Temporal each.
set -eu
create() {
  role=$1
  password=$(cat "/run/secrets/$2")
  psql --username postgres --set ON_ERROR_STOP=1 --set role="$role" --set password="$password" <<'SQL'
CREATE ROLE :"role" LOGIN PASSWORD :'password';
SQL
  shift 2
  for database in "$@"; do
    createdb --username postgres --owner "$role" "$database"
  done
}
create marketwright database_password marketwright
create temporal temporal_database_password temporal temporal_visibility
