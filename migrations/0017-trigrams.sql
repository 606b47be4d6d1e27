-- Indexes that find a part of a text. The extension is part of Postgres, and trusted: the owner of a database may create it.
create extension if not exists pg_trgm;
