-- An owner looks at the admin as a role sees it, until `view_until` at the latest. The role belongs to one session: other sessions of
-- the member stay as they are, and no cookie names it.
alter table staff_sessions add column view_role text;
alter table staff_sessions add column view_until timestamptz;
alter table staff_sessions add constraint staff_sessions_view_role_known
    foreign key (view_role) references staff_roles (name) on delete set null (view_role);
alter table staff_sessions add constraint staff_sessions_view_ends check (view_role is null or view_until is not null);
