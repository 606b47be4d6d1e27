-- A file can belong to something whose id has a prefix, such as a gallery.
alter table uploads.uploads alter column target_id type text;
