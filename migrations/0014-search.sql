-- Searches ignore accents and, if nothing else is found, tolerate typing errors in names. Both extensions are part of Postgres,
-- and trusted: the owner of a database may create them.
create extension if not exists unaccent;
create extension if not exists fuzzystrmatch;
