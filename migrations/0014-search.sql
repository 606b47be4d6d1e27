-- Searches ignore accents, find parts of a text with an index and, if nothing else is found, tolerate typing errors in names. The
-- extensions are part of Postgres, and trusted: the owner of a database may create them.
create extension if not exists unaccent;
create extension if not exists fuzzystrmatch;
create extension if not exists pg_trgm;
