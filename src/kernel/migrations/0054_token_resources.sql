-- The resource that a program asked for (RFC 8707): null where it named none, and then its tokens are good everywhere.
alter table authorizations add column resource text;
alter table access_tokens add column resource text;

-- When the metadata of a client that is identified by the address of a document was read; null for all other clients.
alter table clients add column metadata_read_at timestamptz;
