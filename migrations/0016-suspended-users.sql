-- Searches leave out suspended users, who are few.
create index on identity.credentials (user_id) where suspended_at is not null;
