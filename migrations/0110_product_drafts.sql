-- Changes of a product that are not published yet: one shared draft a product. What is sold is the product's row alone.
-- owner: catalog
create table product_drafts (
    product_id bigint primary key references products (id) on delete cascade,
    -- Moved by each save of the draft.
    revision   bigint not null default 1,
    -- Of the product, that the draft was made on.
    version    bigint not null,
    -- Values by field: only those that differ.
    patch      jsonb not null,
    -- As in the audit log.
    actor      text not null,
    saved_at   timestamptz not null,
    -- When it is published by itself, and by whom that was decided.
    publish_at timestamptz,
    scheduler  text,
    -- Why a scheduled publication was refused.
    refusal    text,
    constraint product_drafts_patch_fields check (jsonb_typeof(patch) = 'object'),
    constraint product_drafts_scheduled check ((publish_at is null) = (scheduler is null)),
    constraint product_drafts_refusal_known check (refusal in ('changed', 'refused'))
);
create index product_drafts_due on product_drafts (publish_at) where publish_at is not null;
grant select, insert, update, delete on product_drafts to shop_staff;
