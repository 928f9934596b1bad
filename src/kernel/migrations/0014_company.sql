-- What a company sets for itself. The logo as it is printed; another one gets another guid, so that its public
-- address never shows an old one.
create table logos (
  account_id   bigint primary key references accounts,
  guid         uuid not null,
  content_type text not null check (content_type in ('image/png', 'image/jpeg')),
  width        integer not null check (width > 0),
  height       integer not null check (height > 0),
  bytes        bytea not null,
  created_at   timestamptz not null
);

-- The words of mails where the company has its own; what is empty is written as it is for everybody.
create table mail_texts (
  account_id bigint not null references accounts,
  lang       text not null check (lang in ('is', 'en')),
  about      text not null check (about in ('invoice', 'before', 'after', 'receipt')),
  subject    text not null,
  greeting   text not null,
  body       text not null,
  updated_at timestamptz not null,
  primary key (account_id, lang, about)
);

-- Where the series of invoice numbers was moved on: after number `after` it went on with `next`. It tells an
-- auditor that the numbers between were never used.
create table number_starts (
  account_id bigint not null references accounts,
  after      bigint not null check (after >= 0),
  next       bigint not null check (next > after),
  at         timestamptz not null,
  primary key (account_id, after)
);
