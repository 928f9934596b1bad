alter table tasks add column project_name text not null default '';
-- ISK for one unit of the currency of the cost. Null where it is ISK, or where no rate was known when it was approved.
alter table costs add column exchange_rate numeric;
