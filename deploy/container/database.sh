#!/bin/sh
#
# Run once by the image of PostgreSQL, on an empty volume, after roles.sql: the database, and the passwords that the
# addresses in shop.env contain.

set -eu

sql() { psql -X -q -v ON_ERROR_STOP=1 -U postgres "$@"; }

for url in "$DATABASE_URL" "$DATABASE_READ_URL" "$DATABASE_STAFF_URL" "$DATABASE_WORKER_URL" "$DATABASE_MEDIA_URL" \
  "$DATABASE_MIGRATE_URL"; do
  account=${url#*://}
  account=${account%%@*}
  sql -d postgres -v role="${account%%:*}" -v password="${account#*:}" <<'SQL'
alter role :"role" password :'password';
SQL
done
sql -d postgres -c 'create database matjar owner shop_migrate'
sql -d postgres -c 'revoke temporary on database matjar from public'
for extension in pg_trgm unaccent fuzzystrmatch btree_gin pgcrypto; do
  sql -d matjar -c "create extension if not exists $extension"
done
