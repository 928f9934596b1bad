-- The unique indexes of 0361 have taken its place: an imported invoice may have the number of one that was issued here.
alter table invoices drop constraint invoices_account_id_number_key;
