-- Two more roles of people: accountants and viewers. The previous release takes everybody who is no member for an owner,
-- so they are given once all nodes run this one.
alter table people drop constraint people_role_check;
alter table people add constraint people_role_check check (role in ('owner', 'member', 'accountant', 'viewer'));
alter table invitations drop constraint invitations_role_check;
alter table invitations add constraint invitations_role_check check (role in ('owner', 'member', 'accountant', 'viewer'));
