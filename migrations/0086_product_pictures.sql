-- Pictures of products that staff upload: received, decoded and written anew like those of visitors. When one is published,
-- the product has it.

alter table media_files drop constraint media_files_purpose_known;
alter table media_files add constraint media_files_purpose_known check (purpose in ('review', 'enquiry', 'product'));
alter table media_files drop constraint media_files_owner_known;
alter table media_files add constraint media_files_owner_known
    check (owner_kind in ('review', 'enquiry', 'order', 'product'));

-- The worker that decodes files may not write the catalogue: the row that it publishes does. The picture is found by the
-- widths of its files; their names begin with a slash, because they are not among the shop's own.
create function add_product_picture() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    own text := 'upload-' || new.id;
    folder text := '/m/' || left(new.public_name, 2) || '/' || new.public_name || '/';
    largest jsonb;
begin
    select output into largest from jsonb_array_elements(new.outputs) output
    where output ->> 'mime' = 'image/webp' order by (output ->> 'width')::integer desc limit 1;
    if largest is null then
        return null;
    end if;
    insert into pictures (name, width, height, files)
    values (own, (largest ->> 'width')::integer, (largest ->> 'height')::integer,
        jsonb_build_object('webp', (
            select jsonb_object_agg(output ->> 'width', folder || (output ->> 'name'))
            from jsonb_array_elements(new.outputs) output where output ->> 'mime' = 'image/webp')))
    on conflict (name) do update set files = excluded.files;
    update products set pictures = array_append(pictures, own)
    where id = new.owner_id and not own = any (pictures);
    return null;
end
$$;
revoke execute on function add_product_picture from public;
create trigger media_files_add_product_picture after update of state on media_files
    for each row when (new.owner_kind = 'product' and new.state = 'published' and old.state <> 'published')
    execute function add_product_picture();
