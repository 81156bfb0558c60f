#!/bin/sh
# deploy/env.sh <host name> <image>: writes deploy/.env and deploy/secrets for the compose file. Every secret is made here or
# asked for; none has a default. What is there already stays, so it may run again.
set -eu
umask 077
cd "$(dirname "$0")"
if [ $# -ne 2 ]; then
  echo "Usage: deploy/env.sh <host name> <image>, such as deploy/env.sh marketwright.example.com marketwright:0.2.0" >&2
  exit 2
fi
command -v openssl > /dev/null || { echo "openssl is needed to make secrets." >&2; exit 1; }
mkdir -p secrets

# The folder is for its owner only. The files can be read by any user, since the containers' users are others than yours.
keep() {
  # What is not kept is read all the same: openssl complains of a reader that has gone.
  if [ -s "secrets/$1" ]; then cat > /dev/null; else cat > "secrets/$1"; fi
  chmod 444 "secrets/$1"
}
for name in postgres_password database_password temporal_database_password grafana_password staff_password; do
  openssl rand -hex 24 | keep "$name"
done
openssl rand -base64 32 | keep secrets_key
printf 'postgres://marketwright:%s@postgres:5432/marketwright' "$(cat secrets/database_password)" | keep database_url
if [ ! -s secrets/openai_api_key ]; then
  if [ -z "${OPENAI_API_KEY:-}" ]; then
    printf 'Key of the AI provider: ' >&2
    read -r OPENAI_API_KEY
  fi
  [ -n "$OPENAI_API_KEY" ] || { echo "The service does not start without an AI provider." >&2; exit 1; }
  printf '%s' "$OPENAI_API_KEY" | keep openai_api_key
fi

if [ -e .env ]; then
  echo "deploy/.env is there already and stays." >&2
else
  # Quoted: a hash has dollar signs.
  hash=$(docker run --rm --interactive caddy:2 caddy hash-password < secrets/staff_password)
  cat > .env <<EOF
STAFF_PASSWORD_HASH='$hash'
PUBLIC_HOST=$1
MARKETWRIGHT_IMAGE=$2
BACKEND_SUBNET=172.31.240.0/24
POSTGRES_VERSION=18
TEMPORAL_VERSION=1.29.1
TEMPORAL_UI_VERSION=2.49.1
CADDY_VERSION=2
PROMETHEUS_VERSION=v3.5.0
GRAFANA_VERSION=12.1.0
OTEL_COLLECTOR_VERSION=0.135.0
EOF
fi
echo "Next: docker compose --file deploy/compose.yaml up --detach --wait"
