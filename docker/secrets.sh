#!/bin/sh
# Creates the secrets of docker-compose.yml in the folder secrets, once: those that exist are kept.
set -eu
cd "$(dirname "$0")/.."
mkdir -p secrets
# The containers' users must read the files, but other users of this machine must not reach them.
chmod 700 secrets

keep() {
  [ -e "secrets/$1" ] || printf '%s\n' "$2" > "secrets/$1"
  chmod 444 "secrets/$1"
}
random() { openssl rand -hex 32; }

keep postgres-password "$(random)"
keep database-url "postgres://festoon:$(cat secrets/postgres-password)@postgres:5432/festoon"
keep s3-password "$(random)"
keep s3-url "http://festoon:$(cat secrets/s3-password)@s3:9000/festoon"
keep smtp-url smtp://mail:1025
for name in personal-data-key signing-keys-key password-pepper payments-webhook-secret signed-url-key; do
  keep "$name" "$(random)"
done
# Empty until there is one.
for name in signed-url-key-previous stripe-key stripe-webhook-secret ai-key; do
  keep "$name" ''
done
echo 'The secrets are in the folder secrets. Keep a copy where a failure of this machine does not reach it.'
