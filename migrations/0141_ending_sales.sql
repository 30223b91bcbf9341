-- The home page of staff names sales that end soon; those of products have an index already.
create index variations_sale_end on variations (sale_to) where sale_to is not null;
