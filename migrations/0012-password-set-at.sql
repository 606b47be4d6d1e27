-- When somebody last set a password: a mail's link that was followed before sets no other one. Null where nobody knows.
alter table identity.credentials add column password_set_at timestamptz;
