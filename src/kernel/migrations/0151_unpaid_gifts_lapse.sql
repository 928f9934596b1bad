-- Unpaid donations and first months of subscriptions lapse like unpaid orders of goods: within the days that new pages
-- of these types get.
update product_sales set hold_days = 7 where type in ('DONA', 'SUB') and hold_days is null;
