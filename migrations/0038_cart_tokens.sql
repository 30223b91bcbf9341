-- A client of the API without cookies names its cart by a token in the header `Cart-Token`. The token is a session of its
-- own kind: no customer, a short life. Its hash is computed in another way than that of a cookie, so that neither works in
-- place of the other.
alter table sessions add column is_cart_token boolean not null default false;

-- The session of a browser that requested the token: when it ends, by logging out or by a new password, the token ends.
alter table sessions add column parent bytea references sessions (token_hash) on delete cascade;
create index sessions_parent on sessions (parent) where parent is not null;

alter table sessions add constraint sessions_cart_token_has_no_customer
    check (not is_cart_token or (customer_id is null and is_brief));
