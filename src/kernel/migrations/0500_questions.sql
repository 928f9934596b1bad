-- Questions that an accountant or a colleague asks about a document. Closed ones stay, also where the document was deleted.
create table questions (
  account_id    bigint not null references accounts (account_id),
  id            bigint generated always as identity,
  guid          uuid not null,
  document_kind text not null check (document_kind in ('invoice', 'cost', 'bank_line', 'payment')),
  document_guid uuid not null,
  question      text not null,
  state         text not null check (state in ('open', 'answered', 'closed')),
  -- Null: the key of the account.
  asked_by      bigint,
  asked_at      timestamptz not null,
  closed_by     bigint,
  closed_at     timestamptz,
  primary key (account_id, id),
  unique (account_id, guid)
);
create index questions_by_document on questions (account_id, document_guid);
create index questions_waiting on questions (account_id, id) where state <> 'closed';

create table question_answers (
  account_id  bigint not null,
  id          bigint generated always as identity,
  question_id bigint not null,
  answer      text not null,
  via         text not null check (via in ('console', 'api', 'link', 'mail')),
  -- The address that a mail came from, where it is not that of the person who was asked.
  sender      text not null default '',
  answered_by bigint,
  answered_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, question_id) references questions (account_id, id)
);
create index question_answers_by_question on question_answers (account_id, question_id, id);
