-- The search index. Both tables are made from the catalogue and can be made again at any time.
-- What the words are compared by is computed in the crate and stored as 32-bit hashes: the ranking
-- looks at the words themselves, so a collision costs a moment and never a wrong answer.

-- owner: search
create table search_documents (
    product_id bigint primary key,
    -- The folded words, one line a field, in the order of the crate's `Field`.
    words      text not null,
    -- One hash for every word, and for every word in the name; some products carry them again, as
    -- members of a sample, so that a word which half the catalogue has can be answered from it.
    keys       integer[] not null
);
create index search_documents_keys on search_documents using gin (keys) with (fastupdate = off);

-- owner: search
create table search_words (
    word      text collate "C" primary key,
    -- As a merchant spells it, for "did you mean".
    shown     text not null,
    -- In how many products' names, and in how many products outside the summary.
    named     integer not null default 0,
    documents integer not null default 0,
    -- Hashes of its stems, consonants, sound, and of the word with letters left out.
    keys      integer[] not null
);
create index search_words_keys on search_words using gin (keys) with (fastupdate = off);

-- SKU, GTIN and part numbers without their dashes, and again from each group of signs onwards:
-- whoever types the last group only finds the product too. Codes of digits are also stored
-- backwards behind a `~`, to be found by their last digits.
-- owner: search
create table search_codes (
    code       text collate "C" not null,
    product_id bigint not null,
    constraint search_codes_pkey primary key (code, product_id)
);
create index search_codes_product on search_codes (product_id);

-- The products that have one key out of every group, group after group narrowed. `groups` holds
-- `steps` attempts of `width` groups; rows are padded with copies. An attempt is made only if those
-- before did not fill the answer.
--
-- The settings keep the plan independent of statistics: a common word would make the planner read
-- the table instead of the index.
create function search_candidates(groups integer[], width integer, most integer)
    returns table (product_id bigint, words text)
    language plpgsql stable parallel safe
    set enable_seqscan = off
    set plan_cache_mode = force_generic_plan
as $$
declare
    at    integer := 0;
    got   bigint;
    total bigint := 0;
begin
    while at < array_length(groups, 1) and total < most loop
        case width
        when 1 then
            return query select d.product_id, d.words from search_documents d
                where d.keys && groups[at + 1 : at + 1] limit most;
        when 2 then
            return query select d.product_id, d.words from search_documents d
                where d.keys && groups[at + 1 : at + 1] and d.keys && groups[at + 2 : at + 2] limit most;
        when 3 then
            return query select d.product_id, d.words from search_documents d
                where d.keys && groups[at + 1 : at + 1] and d.keys && groups[at + 2 : at + 2]
                  and d.keys && groups[at + 3 : at + 3] limit most;
        when 4 then
            return query select d.product_id, d.words from search_documents d
                where d.keys && groups[at + 1 : at + 1] and d.keys && groups[at + 2 : at + 2]
                  and d.keys && groups[at + 3 : at + 3] and d.keys && groups[at + 4 : at + 4] limit most;
        when 5 then
            return query select d.product_id, d.words from search_documents d
                where d.keys && groups[at + 1 : at + 1] and d.keys && groups[at + 2 : at + 2]
                  and d.keys && groups[at + 3 : at + 3] and d.keys && groups[at + 4 : at + 4]
                  and d.keys && groups[at + 5 : at + 5] limit most;
        else
            return query select d.product_id, d.words from search_documents d
                where d.keys && groups[at + 1 : at + 1] and d.keys && groups[at + 2 : at + 2]
                  and d.keys && groups[at + 3 : at + 3] and d.keys && groups[at + 4 : at + 4]
                  and d.keys && groups[at + 5 : at + 5] and d.keys && groups[at + 6 : at + 6] limit most;
        end case;
        get diagnostics got = row_count;
        total := total + got;
        at := at + width;
    end loop;
end
$$;

-- The words that share a key with the wanted ones, that are wanted, or that lie between `firsts` and
-- `lasts`, the commonest first. Settings as above.
create function search_known_words(wanted_keys integer[], wanted text[], firsts text[], lasts text[])
    returns table (word text, shown text, named integer, documents integer)
    language plpgsql stable parallel safe
    set enable_seqscan = off
    set plan_cache_mode = force_generic_plan
as $$
begin
    return query
        (select known.word, known.shown, known.named, known.documents from search_words known
         where known.keys && wanted_keys order by known.documents desc limit 400)
        union
        (select known.word, known.shown, known.named, known.documents from search_words known
         where known.word = any(wanted))
        union
        (select begun.* from unnest(firsts, lasts) as range (first, last)
         cross join lateral (
             select known.word, known.shown, known.named, known.documents from search_words known
             where known.word >= range.first and known.word < range.last
             order by known.documents desc limit 30
         ) begun);
end
$$;

revoke all on function search_known_words(integer[], text[], text[], text[]) from public;
grant execute on function search_known_words(integer[], text[], text[], text[])
    to shop_read, shop_web, shop_worker, shop_staff;
revoke all on function search_candidates(integer[], integer, integer) from public;
grant execute on function search_candidates(integer[], integer, integer)
    to shop_read, shop_web, shop_worker, shop_staff;
grant select on search_documents, search_words, search_codes to shop_read, shop_web, shop_worker, shop_staff;
grant insert, update, delete on search_documents, search_words, search_codes to shop_worker, shop_staff;
