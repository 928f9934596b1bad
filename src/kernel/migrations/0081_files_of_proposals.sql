-- The files of a waiting write stand beside its input, each with its place in it. They were objects with a `$file` within the
-- input, which an input could imitate.
alter table proposals add column files jsonb not null default '[]';

update proposals p set
  files = (
    select jsonb_agg(jsonb_build_object('path', jsonb_build_array(key), 'name', value -> '$file', 'bytes', value -> 'bytes'))
    from jsonb_each(p.input::jsonb) where jsonb_typeof(value) = 'object' and value ? '$file'),
  input = (
    select jsonb_object_agg(key, case when jsonb_typeof(value) = 'object' and value ? '$file' then 'null'::jsonb else value end)
    from jsonb_each(p.input::jsonb))::text
where has_file and state = 'waiting' and jsonb_typeof(p.input::jsonb) = 'object'
  and exists (select from jsonb_each(p.input::jsonb) where jsonb_typeof(value) = 'object' and value ? '$file');
