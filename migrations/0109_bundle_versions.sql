-- Bundles are edited by people: their parts and terms have a version of their own, beside that of the product's fields. Their
-- changes are stored as those of the thing 'bundle'.

alter table bundles add column version bigint not null default 1;
