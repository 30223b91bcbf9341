-- A search for words in reviews and questions reads the newest ranges of ids first, so that its cost does not grow with
-- their number: docs/src/adr/0045-search-by-ranges-of-ids.md. `search_reviews` and `search_questions` stay for the release
-- before, and use the new indexes.

-- The ranges that an id is in: of 2,048 ids, of 32,768 and of 524,288. The last two bits say which.
create or replace function id_ranges(id bigint) returns bigint[]
    language sql immutable parallel safe
    return array[(id >> 11) << 2, ((id >> 15) << 2) + 1, ((id >> 19) << 2) + 2];

-- The index takes a range and words together: it skips everything of a word that is outside the range. A range costs about a
-- byte for each row, however many words the row has.
create index if not exists reviews_words_by_range on reviews using gin (id_ranges(id), keys) with (fastupdate = off)
    where state = 'published';
drop index reviews_words;
create index if not exists questions_words_by_range on questions using gin (id_ranges(id), keys) with (fastupdate = off)
    where state = 'published';
drop index questions_words;

-- The newest reviews that have all keys, newest first: `enough` of them and the rest of the range that was read last, or
-- all that there are. Goes back through at most 16 ranges of 2,048 ids, then 16 of 32,768, then all of 524,288. A word that is
-- in many reviews fills the answer from the small ranges; one that does not has few matches in a large range. The plan is
-- made once and is independent of statistics.
create function search_newest_reviews(wanted integer[], enough integer, out ids bigint[], out is_complete boolean)
    language plpgsql stable parallel safe
    set enable_seqscan = off
    set plan_cache_mode = force_generic_plan
as $$
declare
    -- All reviews from this id on have been read.
    below bigint := 1 + coalesce((select max(id) from reviews where state = 'published'), -1);
    level integer := 0;
    steps integer := 0;
    bits integer;
    everywhere bigint[];
    -- One condition for each of at most six keys: the index compares each with the range. Together they would be compared with
    -- one another first, outside the range too.
    words integer[] := wanted[1:6] || array_fill(wanted[1], array[6 - least(6, cardinality(wanted))]);
begin
    ids := '{}';
    while below > 0 and cardinality(ids) < enough loop
        if steps = 16 and level < 2 then
            level := level + 1;
            steps := 0;
            -- Words that are rarely together: comparing their whole lists once is cheaper than range by range.
            if level = 2 and cardinality(wanted) > 1 then
                everywhere := array(
                    select id from reviews
                    where keys @> words[1:1] and keys @> words[2:2] and keys @> words[3:3] and keys @> words[4:4]
                      and keys @> words[5:5] and keys @> words[6:6] and state = 'published'
                    limit 201);
                if cardinality(everywhere) <= 200 then
                    ids := ids || array(select id from unnest(everywhere) id where id < below order by id desc);
                    below := 0;
                    exit;
                end if;
            end if;
        end if;
        bits := 11 + 4 * level;
        -- The inner limit is for a word that was common once and is rare now.
        ids := ids || array(
            select id from (
                select id from reviews
                where id_ranges(id) @> array[((below - 1) >> bits << 2) + level] and keys @> words[1:1] and keys @> words[2:2]
                  and keys @> words[3:3] and keys @> words[4:4] and keys @> words[5:5] and keys @> words[6:6]
                  and state = 'published'
                limit 3000) in_range
            where id < below order by id desc);
        below := (below - 1) >> bits << bits;
        steps := steps + 1;
    end loop;
    is_complete := below <= 0;
end
$$;
revoke all on function search_newest_reviews(integer[], integer) from public;
grant execute on function search_newest_reviews(integer[], integer) to shop_read, shop_web, shop_worker, shop_staff;

-- The same for questions, from the one before `before` on.
create function search_newest_questions(wanted integer[], before bigint, enough integer) returns bigint[]
    language plpgsql stable parallel safe
    set enable_seqscan = off
    set plan_cache_mode = force_generic_plan
as $$
declare
    ids bigint[] := '{}';
    below bigint := least(before, 1 + coalesce((select max(id) from questions where state = 'published'), -1));
    level integer := 0;
    steps integer := 0;
    bits integer;
    everywhere bigint[];
    words integer[] := wanted[1:6] || array_fill(wanted[1], array[6 - least(6, cardinality(wanted))]);
begin
    while below > 0 and cardinality(ids) < enough loop
        if steps = 16 and level < 2 then
            level := level + 1;
            steps := 0;
            if level = 2 and cardinality(wanted) > 1 then
                everywhere := array(
                    select id from questions
                    where keys @> words[1:1] and keys @> words[2:2] and keys @> words[3:3] and keys @> words[4:4]
                      and keys @> words[5:5] and keys @> words[6:6] and state = 'published'
                    limit 201);
                if cardinality(everywhere) <= 200 then
                    ids := ids || array(select id from unnest(everywhere) id where id < below order by id desc);
                    below := 0;
                    exit;
                end if;
            end if;
        end if;
        bits := 11 + 4 * level;
        ids := ids || array(
            select id from (
                select id from questions
                where id_ranges(id) @> array[((below - 1) >> bits << 2) + level] and keys @> words[1:1] and keys @> words[2:2]
                  and keys @> words[3:3] and keys @> words[4:4] and keys @> words[5:5] and keys @> words[6:6]
                  and state = 'published'
                limit 3000) in_range
            where id < below order by id desc);
        below := (below - 1) >> bits << bits;
        steps := steps + 1;
    end loop;
    return ids;
end
$$;
revoke all on function search_newest_questions(integer[], bigint, integer) from public;
grant execute on function search_newest_questions(integer[], bigint, integer) to shop_read, shop_web, shop_worker, shop_staff;
