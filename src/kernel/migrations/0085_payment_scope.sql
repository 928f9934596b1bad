-- Marking invoices as paid was part of the scope `nav` and has a scope of its own now. Programs that could do it still can,
-- with the tokens that they have and with those that they get for them.
update grants set scopes = array_append(scopes, 'payment') where 'nav' = any(scopes);
update authorizations set scopes = array_append(scopes, 'payment') where 'nav' = any(scopes);
update access_tokens set scopes = array_append(scopes, 'payment') where 'nav' = any(scopes);
update refresh_tokens set scopes = array_append(scopes, 'payment') where 'nav' = any(scopes);
