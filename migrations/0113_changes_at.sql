-- The live stream of the admin asks every second what has changed since: a look at the end of an index, not at a month.
-- Partitions that are attached later get an index of their own from this one.
create index changes_at on changes (at);
